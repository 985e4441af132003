import type { Studio } from './Studio.ts'

/** The animated tour of README: one player's visit. */
export async function drawTour(studio: Studio): Promise<void> {
  const page = await studio.page({ balance: 1284.5, freeBalance: 50, level: 3 }, { scale: 0.75 })
  const film: { picture: Buffer; ms: number }[] = []
  const keep = async (ms = 1600) => film.push({ picture: await studio.shot(page), ms })

  await studio.open(page, '/home')
  await keep()
  await page
    .getByRole('button', { name: /^Depositar|^Depósito/ })
    .first()
    .click()
  await page
    .getByRole('dialog', { name: 'Depósito', exact: true })
    .getByRole('radio', { name: /^R\$\s100,00/ })
    .check()
  await keep()

  await studio.open(page, '/mines')
  await keep(1000)
  await page.getByRole('button', { name: /^Apostar/ }).click()
  for (const tile of [1, 7, 13]) {
    await page.getByRole('button', { name: new RegExp(`^Casa ${tile}(,|$)`) }).click()
    await keep(700)
  }
  await page
    .getByRole('button', { name: /^(Retirar|Sacar|Encerrar|Resgatar)/ })
    .first()
    .click()
  await keep(1800)

  await studio.open(page, '/footballPage')
  await page.getByRole('tab', { name: 'Próximas' }).click()
  await keep(1200)
  await page.locator('button[data-boosted]').first().click()
  await page.locator("[data-slip='bar']").getByRole('button').first().click()
  await page
    .getByRole('region', { name: 'Bilhete', exact: true })
    .getByRole('textbox', { name: 'Aposta' })
    .fill('50')
  await keep(2000)

  await studio.open(page, '/play?game=carnaval')
  await keep()
  await studio.open(page, '/vip')
  await keep()
  await page.context().close()
  studio.film('tour.png', film)
}
