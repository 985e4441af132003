import { expect, test, withMotion } from '../fixtures.ts'
import { minesSeeds } from '../minesSeeds.ts'
import { MinesPage } from '../page-models/mines-page.ts'

test.use(withMotion)

test('an open round is resumed after a reload', async ({ app, page, sandbox, signIn }) => {
  const user = await signIn({ balance: 100 })
  await sandbox.setSeeds(user.username, minesSeeds)
  const mines = new MinesPage(page)
  await app.open('/mines')
  await mines.setMines(3)
  await mines.bet.dblclick()
  await mines.tile(1).click()
  await expect(mines.tile(1)).toHaveAccessibleName('Casa 1, diamante')
  await expect(app.balance).toHaveText('R$ 90,00')
  await app.open('/home')
  await app.open('/mines')
  await expect(mines.tile(1)).toHaveAccessibleName('Casa 1, diamante')
  await mines.cashOut.click()
  await expect(mines.result).toContainText('1,125x')
  await expect(app.balance).toHaveText('R$ 101,25')
})

test('a mine ends the round and shows the board', async ({ app, page, sandbox, signIn }) => {
  const user = await signIn({ balance: 10 })
  await sandbox.setSeeds(user.username, minesSeeds)
  const mines = new MinesPage(page)
  await app.open('/mines')
  await mines.setMines(3)
  await mines.bet.click()
  await mines.tile(14).click()
  await expect(mines.tile(14)).toHaveAccessibleName('Casa 14, mina')
  await expect(mines.tile(17)).toHaveAccessibleName('Casa 17, mina')
  await expect(mines.result).toContainText(/^0,00x, mina, -R\$\s\d/)
  await expect(app.balance).toHaveText('R$ 0,00')
  // A click meant for the cash-out button comes too late and places no bet.
  await expect(mines.bet).toHaveCSS('animation-name', /hold-back/)
})

test('too little money opens the low-balance deposit', async ({ app, page, signIn }) => {
  await signIn({ balance: 5 })
  const mines = new MinesPage(page)
  await app.open('/mines')
  await mines.stake.fill('10,00')
  await mines.bet.click()
  await expect(app.dialog('Saldo baixo')).toBeVisible()
})

test('automatic play runs its rounds and says why it stopped', async ({ app, page, signIn }) => {
  await signIn({ balance: 100 })
  const mines = new MinesPage(page)
  await app.open('/mines')
  await page.getByRole('button', { name: 'Automático', exact: true }).click()
  await mines.stake.fill('1,00')
  await mines.tile(5).click()
  await mines.tile(9).click()
  await page.getByRole('spinbutton', { name: 'Rodadas' }).fill('3')
  await page.getByRole('button', { name: 'Turbo' }).click()
  // The second click hits the stop button that replaces the start.
  await mines.bet.dblclick()
  await expect(page.getByText('Fim: todas as rodadas foram jogadas')).toBeVisible({ timeout: 20_000 })
  await expect(mines.history.getByRole('button')).toHaveCount(3)
})

test('a round is verified with its revealed seeds', async ({ app, page, sandbox, signIn }) => {
  const user = await signIn({ balance: 10 })
  await sandbox.setSeeds(user.username, minesSeeds)
  await app.open('/fair')
  await page.getByRole('textbox', { name: 'Semente do servidor', exact: true }).fill(minesSeeds.serverSeed)
  await page.getByRole('textbox', { name: 'Sua semente' }).fill(minesSeeds.clientSeed)
  await page.getByRole('spinbutton', { name: /nonce/ }).fill('2')
  await page.getByRole('button', { name: 'Verificar', exact: true }).click()
  await expect(page.getByRole('status', { name: 'Resultado' })).toContainText('14, 17, 23')
})
