import type { Page } from '@playwright/test'
import { desktop, phone, type Studio } from './Studio.ts'

/** docs/brand.md: the same screens in two brands. */
export async function drawBrands(...studios: Studio[]): Promise<void> {
  const [first] = studios
  for (const [name, viewport, height] of [
    ['brands.png', phone, 560],
    ['brands-wide.png', desktop, 360],
  ] as const) {
    const shots = []
    for (const studio of studios) shots.push(...(await shotsOf(studio, viewport)))
    await first?.row(name, shots, height)
  }
}

async function shotsOf(studio: Studio, viewport: typeof phone): Promise<Buffer[]> {
  const guest = await studio.page(null, { viewport })
  await studio.open(guest, '/home')
  const shots = [await studio.shot(guest)]
  await guest.context().close()
  const page = await studio.page({ balance: 1284.5 }, { viewport })
  await studio.open(page, '/mines')
  shots.push(await studio.shot(page))
  if (viewport === phone) {
    await studio.open(page, '/home')
    await openDeposit(page)
    shots.push(await studio.shot(page))
  }
  await page.context().close()
  return shots
}

async function openDeposit(page: Page): Promise<void> {
  await page
    .getByRole('button', { name: /^Depositar|^Depósito/ })
    .first()
    .click()
  await page.getByRole('dialog', { name: 'Depósito', exact: true }).getByRole('radio').first().waitFor()
}
