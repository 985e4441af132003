import { expect, type ElectronApplication, type Page } from '@playwright/test'

/** The payment window has two pages: ours, which is the bar, and below it the provider's. */
export interface PaymentPages {
  bar: Page
  provider: Page
}

const isOurs = (page: Page) => page.url().startsWith('app://')

/** The pages of the payment window that `open` opens. */
export async function openedPayment(
  app: ElectronApplication,
  open: () => Promise<unknown>,
): Promise<PaymentPages> {
  const before = new Set(app.windows())
  const added = () => app.windows().filter((page) => !before.has(page))
  await open()
  await expect.poll(() => added().map(isOurs).sort()).toEqual([false, true])
  const bar = added().find(isOurs)
  const provider = added().find((page) => !isOurs(page))
  if (!bar || !provider) throw new Error('the payment window is not open')
  await provider.waitForLoadState()
  return { bar, provider }
}
