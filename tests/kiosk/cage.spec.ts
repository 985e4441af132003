/** Presses and keys in the windows over the kiosk's, in Cage: it gives presses to the window that was shown first. */
import type { ElectronApplication, Page } from '@playwright/test'
import { paymentBarHeight } from '#contract/paymentBar.ts'
import { openedPayment, type PaymentPages } from '../e2e/paymentPages.ts'
import { whyNoCage } from './harness/cage.ts'
import { pressUntil, test } from './harness/cageTest.ts'
import { expect } from './harness/fixtures.ts'
import { Hand } from './harness/Hand.ts'
import { homeLink } from './harness/homeLink.ts'
import { makeGesture } from './harness/makeGesture.ts'
import { Provider } from './harness/Provider.ts'
import { ScreenKeys } from './harness/ScreenKeys.ts'

test.skip(whyNoCage !== '', whyNoCage)

const pin = '246810'
const home = 'app://palpite/home'

/** The page is in front again, and takes presses. */
async function expectPageInFront(page: Page, hand: Hand): Promise<void> {
  await expect(page).toHaveURL(home)
  await expect(homeLink(page)).toBeVisible()
  await pressUntil(hand, homeLink(page), () => page.url() !== home)
  await page.goto(home)
  await expect(homeLink(page)).toBeVisible()
}

test('a customer pays by hand, and comes back to the page however the payment ends @full', async ({
  start,
  desktop,
  cage,
}) => {
  const provider = new Provider()
  await provider.start()
  try {
    const { app, page } = await start({
      config: { kiosk: true, scale: 1, paymentOrigins: [provider.origin, provider.otherOrigin] },
      env: cage,
    })
    await expect(homeLink(page)).toBeVisible()
    const hand = new Hand(desktop)
    const pay = (timeLeft = 600_000): Promise<PaymentPages> =>
      openedPayment(app, () =>
        page.evaluate((payment) => window.bridge?.invoke('payment:open', payment), {
          orderId: 'order-1',
          url: `${provider.origin}/form`,
          timeLeft,
          language: 'pt_BR' as const,
        }),
      )
    const below = { x: 0, y: paymentBarHeight }
    const isFocused = (field: ReturnType<Page['getByRole']>) => () =>
      field.evaluate((element) => element === element.ownerDocument.activeElement)

    const { bar, provider: form } = await pay()
    const payer = form.getByRole('textbox', { name: 'payer' })
    await pressUntil(hand, payer, isFocused(payer), below)
    const keys = new ScreenKeys(bar, desktop)
    await expect(keys.keyboard).toBeVisible()
    await keys.pressAll('ana')
    await expect.poll(() => provider.typed.get('payer')).toBe('ana')
    const frame = form.frameLocator('iframe')
    const card = frame.getByRole('textbox', { name: 'card' })
    await pressUntil(hand, card, isFocused(card), below)
    desktop.type('4111')
    await expect.poll(() => provider.typed.get('card')).toBe('4111')
    await pressUntil(
      hand,
      frame.getByRole('button', { name: 'pay' }),
      () => provider.typed.get('button') === 'pressed',
      below,
    )
    await pressUntil(hand, bar.getByRole('button', { name: 'Cancelar' }), () => bar.isClosed())
    await expectPageInFront(page, hand)

    const expired = await pay(6_000)
    await expect.poll(() => expired.bar.isClosed()).toBe(true)
    await expectPageInFront(page, hand)

    const dead = await pay()
    process.kill(await pidOf(app, provider.origin), 'SIGKILL')
    await pressUntil(hand, dead.bar.getByRole('button', { name: 'Voltar' }), () => dead.bar.isClosed())
    await expectPageInFront(page, hand)
  } finally {
    provider.stop()
  }
})

/** Of the process of the page of this origin. */
async function pidOf(app: ElectronApplication, origin: string): Promise<number> {
  const pid = await app.evaluate(
    ({ webContents }, address) =>
      webContents
        .getAllWebContents()
        .find((each) => each.getURL().startsWith(address))
        ?.getOSProcessId(),
    origin,
  )
  // 0 would be the processes of this test.
  if (!pid) throw new Error(`no page of ${origin}`)
  return pid
}

test('staff open their panel and type the PIN by hand @full', async ({ start, desktop, cage }) => {
  const { app, page } = await start({
    config: { kiosk: true, scale: 1 },
    env: { ...cage, PALPITE_STAFF_PIN: pin },
  })
  const opened = app.waitForEvent('window')
  await makeGesture(page, desktop)
  const panel = await opened
  await expect(panel.getByRole('heading', { name: 'Digite o PIN' })).toBeVisible()
  desktop.letGo()
  const hand = new Hand(desktop)
  for (const [index, digit] of [...pin].entries()) {
    const typed = panel.getByRole('img', { name: `${index + 1} dígitos digitados` })
    await pressUntil(hand, panel.getByRole('button', { name: digit, exact: true }), () => typed.isVisible())
  }
  await hand.click(panel.getByRole('button', { name: 'Entrar' }))
  await expect(panel.getByRole('region', { name: 'Estado' })).toBeVisible()
  await pressUntil(hand, panel.getByRole('button', { name: 'Fechar' }), () => panel.isClosed())
  // The taps have opened a menu.
  await page.goto(home)
  await expectPageInFront(page, hand)
})

test('a staff panel that is left open ends with its customer, and the next one has the page @full', async ({
  start,
  desktop,
  cage,
}) => {
  const { app, page } = await start({
    config: { kiosk: true, scale: 1, idleSeconds: 2, idleAnswerSeconds: 2 },
    env: { ...cage, PALPITE_STAFF_PIN: pin },
  })
  const opened = app.waitForEvent('window')
  await makeGesture(page, desktop)
  const panel = await opened
  const replaced = app.waitForEvent('window')
  desktop.letGo()
  const next = await replaced
  await expect.poll(() => panel.isClosed()).toBe(true)
  await expectPageInFront(next, new Hand(desktop))
})
