import { expect, test, withGameMotion } from '../fixtures.ts'
import { fixSeeds, GamePage } from '../page-models/game-page.ts'

test.use(withGameMotion)

// docs/product.md, "Known answers": nonce 2, one of two: the safe tiles are 0,0,0,1,0,1,0,0,1 from the bottom.
const seeds = ['f0344667883e7628a041d8e500e6d203', '2a73709723181740d73e64233275c29c'] as const
const safe = [1, 1, 1, 2, 1, 2, 1, 1, 2]

test.beforeEach(async ({ sandbox, signIn, app }, { title }) => {
  if (title.includes('guest')) return
  const user = await signIn({ balance: 100 })
  await fixSeeds(sandbox, user.username, seeds, 2)
  await app.open('/rowDouble')
})

test('an open tower is resumed after a reload, cashed out and verified', async ({ app, page }) => {
  const game = new GamePage(page)
  const tile = (row: number, number: number) =>
    page.getByRole('button', { name: new RegExp(`^Linha ${row}, casa ${number}(,|$)`) })
  await page.getByRole('radio', { name: 'Difícil' }).check()
  await game.bet.click()
  await expect(app.balance).toHaveText('R$ 90,00')
  await expect(game.cashOut).toBeDisabled()
  await tile(1, 1).click()
  await expect(tile(1, 1)).toHaveAccessibleName('Linha 1, casa 1, segura')
  await tile(2, 1).click()
  await expect(game.result).toHaveText('3,96x, saque agora e receba R$ 39,60')
  await app.open('/home')
  await app.open('/rowDouble')
  await expect(tile(2, 1)).toHaveAccessibleName('Linha 2, casa 1, segura')
  await expect(page.getByRole('radio', { name: 'Difícil' })).toBeChecked()
  await game.cashOut.dblclick()
  await expect(game.result).toHaveText('3,96x, você ganhou R$ 39,60')
  await expect(app.balance).toHaveText('R$ 129,60')
  await expect(tile(4, 1)).toHaveAccessibleName('Linha 4, casa 1, armadilha')
  await game.verifyRow('3,96x', '1 · 1 · 1 · 2 · 1 · 2 · 1 · 1 · 2')
})

test('a trap ends it; the top row pays without a cash-out @full', async ({ app, page }) => {
  const game = new GamePage(page)
  const tile = (row: number, number: number) =>
    page.getByRole('button', { name: new RegExp(`^Linha ${row}, casa ${number}(,|$)`) })
  await page.getByRole('radio', { name: 'Difícil' }).check()
  await game.bet.click()
  for (const [row, number] of safe.entries()) await tile(row + 1, number).click()
  await expect(game.result).toHaveText('506,88x, você ganhou R$ 5.068,80')
  await expect(app.balance).toHaveText('R$ 5.158,80')
  await game.bet.click()
  await expect(app.balance).toHaveText('R$ 5.148,80')
  // In the next round the trap of the first row is on the first tile.
  await tile(1, 1).click()
  await expect(tile(1, 1)).toHaveAccessibleName('Linha 1, casa 1, armadilha')
  await expect(game.result).toHaveText(/^0,00x, armadilha na linha 1, -R\$\s\d/)
})

test('can be played with the keyboard @full', async ({ app, page }) => {
  const game = new GamePage(page)
  await page.getByRole('radio', { name: 'Difícil' }).check()
  await game.bet.focus()
  await page.keyboard.press('b')
  await expect(app.balance).toHaveText('R$ 90,00')
  const first = page.getByRole('button', { name: 'Linha 1, casa 1' })
  await first.focus()
  await page.keyboard.press('Enter')
  await expect(game.result).toHaveText('1,98x, saque agora e receba R$ 19,80')
  await page.keyboard.press('ArrowUp')
  await expect(page.getByRole('button', { name: 'Linha 2, casa 1' })).toBeFocused()
  await page.keyboard.press('b')
  await expect(game.result).toHaveText('1,98x, você ganhou R$ 19,80')
  await expect(app.balance).toHaveText('R$ 109,80')
})

test('invalid stakes are refused with a reason @full', async ({ app, page }) => {
  const game = new GamePage(page)
  await game.expectInvalidStakesRefused()
  await game.stake.fill('100,01')
  await game.bet.click()
  await expect(app.dialog('Saldo baixo')).toBeVisible()
})

test('a guest is asked to log in @full', async ({ app, page }) => {
  await app.open('/rowDouble')
  await new GamePage(page).bet.click()
  await expect(page.getByRole('dialog', { name: 'Acesso' })).toBeVisible()
})

test('automatic play climbs the chosen rows and says why it stopped @full', async ({ app, page }) => {
  const game = new GamePage(page)
  await page.getByRole('radio', { name: 'Difícil' }).check()
  await game.automatic()
  await expect(game.bet).toBeDisabled()
  await page.getByRole('button', { name: 'Linha 1, casa 1' }).click()
  await page.getByRole('button', { name: 'Linha 2, casa 1' }).click()
  await expect(page.getByRole('button', { name: 'Linha 2, casa 1, escolhida' })).toBeVisible()
  await game.turbo.click()
  await game.rounds.fill('1')
  await game.bet.click()
  await expect(game.autoState).toContainText('Fim: todas as rodadas foram jogadas')
  await expect(game.result).toHaveText('3,96x, você ganhou R$ 39,60')
  await expect(app.balance).toHaveText('R$ 129,60')
})

test('on the smallest phone, five rows of the tower are whole @full', async ({ app, page, host }) => {
  test.skip(host === 'electron', 'the window has a size of its own')
  await app.openOnSmallestPhone('/rowDouble', 'pt_BR')
  for (const row of [1, 2, 3, 4, 5])
    await expect(page.getByRole('button', { name: `Linha ${row}, casa 1` })).toBeInViewport({ ratio: 1 })
  await expect(page.getByText('Escolha uma casa por linha').first()).toBeInViewport({ ratio: 1 })
})

test('on a window that is lower than any phone, the tower leaves room for the rest @full', async ({
  page,
  host,
}) => {
  test.skip(host === 'electron', 'the window has a size of its own')
  await page.setViewportSize({ width: 320, height: 460 })
  await page.goto('/rowDouble')
  await expect(page.getByRole('button', { name: 'Linha 1, casa 1' })).toBeInViewport({ ratio: 1 })
  await expect(page.getByText('Escolha uma casa por linha').first()).toBeInViewport({ ratio: 1 })
})

test('on the smallest phone, the row to play stays in view while automatic play is set up @full', async ({
  app,
  page,
  host,
}) => {
  test.skip(host === 'electron', 'the window has a size and a language of its own')
  // The field is higher than its contents: the tower gives way to the panel.
  await app.openOnSmallestPhone('/rowDouble', 'ja_JP')
  const tile = page.getByRole('button', { name: '1段目、マス 1' })
  await expect(tile).toBeInViewport({ ratio: 1 })
  await page.getByRole('button', { name: 'オート', exact: true }).click()
  await expect(page.getByRole('spinbutton', { name: 'ラウンド数' })).toBeVisible()
  await expect(tile).toBeInViewport({ ratio: 1 })
})
