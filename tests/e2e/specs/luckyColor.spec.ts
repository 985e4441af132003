import { expect, test, withGameMotion } from '../fixtures.ts'
import { fixSeeds, GamePage } from '../page-models/game-page.ts'

test.use(withGameMotion)

// docs/product.md, "Known answers": 9 1 6 9 4 2 3 4 2 5. Nonce 9 gives 5, which is green and violet.
const seeds = ['f7b51b19a4563681f2c1e00ef747884a', '94ffb08138facf8cffa9c376d703aaed'] as const

test('several stakes of one round pay exactly, and are verified', async ({ app, page, sandbox, signIn }) => {
  const user = await signIn({ balance: 100 })
  await fixSeeds(sandbox, user.username, seeds, 9)
  const game = new GamePage(page)
  await app.open('/luckyColor')
  await expect(game.bet).toBeDisabled()
  await expect(game.bet).toHaveAccessibleDescription('Escolha um palpite')
  for (const pick of ['Verde', 'Violeta', 'Pequeno', 'Grande', 'Número 5']) await app.button(pick).click()
  await expect(page.getByRole('status', { name: 'Total apostado' })).toHaveText('Total apostado: R$ 50,00')
  await game.play()
  // 1.5 + 4.5 + 0 + 1.96 + 9 times ten.
  await expect(game.result).toHaveText('5, você ganhou R$ 169,60')
  await expect(app.balance).toHaveText('R$ 219,60')
  await expect(game.history.getByRole('button')).toHaveText(['5'])
  await game.verifyRow('5', '5')
})

test('undo and clear remove stakes; a lost round costs all of them @full', async ({
  app,
  page,
  sandbox,
  login,
}) => {
  const user = await login({ balance: 100 })
  await fixSeeds(sandbox, user.username, seeds, 0)
  const game = new GamePage(page)
  const total = page.getByRole('status', { name: 'Total apostado' })
  await app.open('/luckyColor')
  await app.button('Vermelho').click()
  await expect(game.bet).toHaveAccessibleDescription('R$ 10,00 · Vermelho')
  await app.button('Vermelho').click()
  await app.button('Desfazer').click()
  await expect(total).toHaveText('Total apostado: R$ 10,00')
  await app.button('Limpar').click()
  await expect(game.bet).toBeDisabled()
  await app.button('Vermelho').click()
  await app.button('Número 0').click()
  await game.play()
  await expect(game.result).toHaveText('9, você perdeu R$ 20,00')
  await expect(app.balance).toHaveText('R$ 80,00')
})

test('stakes that are invalid or too high in total are refused with a reason @full', async ({
  app,
  page,
  signIn,
}) => {
  await signIn({ balance: 20 })
  const game = new GamePage(page)
  await app.open('/luckyColor')
  await app.button('Verde').click()
  await game.expectInvalidStakesRefused()
  await app.button('Limpar').click()
  await game.stake.fill('5000')
  await app.button('Verde').click()
  await app.button('Vermelho').click()
  await expect(page.getByRole('status', { name: 'Total apostado' })).toHaveText(
    'Total máximo por rodada: R$ 5.000,00',
  )
  await expect(game.bet).toBeDisabled()
  await app.button('Desfazer').click()
  await game.bet.click()
  await expect(app.dialog('Saldo baixo')).toBeVisible()
})

test('a guest is asked to log in @full', async ({ app, page }) => {
  await app.open('/luckyColor')
  await app.button('Verde').click()
  await new GamePage(page).bet.click()
  await expect(page.getByRole('dialog', { name: 'Acesso' })).toBeVisible()
})

test('automatic play repeats the stakes and says why it stopped @full', async ({
  app,
  page,
  sandbox,
  signIn,
}) => {
  const user = await signIn({ balance: 100 })
  await fixSeeds(sandbox, user.username, seeds, 0)
  const game = new GamePage(page)
  await app.open('/luckyColor')
  await app.button('Verde').focus()
  await page.keyboard.press('Enter')
  await game.automatic()
  await game.turbo.click()
  await game.rounds.fill('3')
  await game.bet.click()
  await expect(game.autoState).toContainText('Fim: todas as rodadas foram jogadas')
  // 9 and 1 are green, 6 is red.
  await expect(app.balance).toHaveText('R$ 110,00')
  await expect(game.history.getByRole('button')).toHaveText(['6', '1', '9'])
})

test('on the smallest phone, a Japanese name leaves all picks in view @full', async ({
  app,
  page,
  host,
  signIn,
}) => {
  test.skip(host === 'electron', 'the window has a size and a language of its own')
  await signIn({ balance: 1284.5 })
  await app.openOnSmallestPhone('/luckyColor', 'ja_JP')
  await expect(page.getByRole('heading', { name: 'ラッキーカラー' })).toBeVisible()
  await page.getByRole('button', { name: 'オート', exact: true }).click()
  await expect(page.getByRole('button', { name: /9$/ }).last()).toBeInViewport({ ratio: 1 })
})
