import { expect, test } from '../fixtures.ts'
import { GamePage } from '../page-models/game-page.ts'
import { measureSettled, walkTo } from '../textFit.ts'

// Amounts of a rich player on the smallest phone: whole, in one line, whatever is beside them.

test('an amount is never cut and never in two lines, however large it is @full', async ({
  app,
  page,
  signIn,
}) => {
  await signIn({ balance: 1_234_567.89, level: 3, lx: '20' })
  await page.setViewportSize({ width: 320, height: 640 })
  await app.open('/home')
  await app.waitForPlayer()
  const game = new GamePage(page)
  const misfits = async (what: string) => {
    const found = (await measureSettled(page)).misfits.filter((each) => each.includes('the amount'))
    expect.soft(found, what).toEqual([])
  }
  await misfits('home')
  for (const path of ['/conta', '/vip', '/gamebouns', '/registros', '/resultados', '/jogoResponsavel']) {
    await walkTo(page, path)
    await misfits(path)
  }
  for (const path of ['/dice', '/limbo', '/luckyColor', '/rowDouble', '/mines', '/double']) {
    await walkTo(page, path)
    await game.stake.fill('5000')
    await misfits(path)
  }
  await game.bet.click()
  await expect(page.getByText('Sua aposta').first()).toBeVisible()
  await misfits('a bet on double')
  for (const overlay of ['deposit', 'withdraw']) {
    await app.open(`/conta?overlay=${overlay}`)
    await page.getByRole('dialog').first().waitFor()
    await misfits(overlay)
  }
})
