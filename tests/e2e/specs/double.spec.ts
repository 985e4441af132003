import { expect, test as base, withGameMotion } from '../fixtures.ts'
import { useOwnServer } from '../ownServer.ts'
import { GamePage } from '../page-models/game-page.ts'

/** `enter` opens the game: for a player with this balance in reais, or for a guest. */
const test = base.extend<{ enter: (balance?: number) => Promise<GamePage> }>({
  async enter({ app, page, sandbox, signIn }, use) {
    await use(async (balance) => {
      if (balance !== undefined) {
        const { token } = await signIn({ balance })
        await sandbox.device(token).post('/api/app/user/betsShown', { bets: 'all' })
      }
      await app.open('/double')
      return new GamePage(page)
    })
  },
})

test.use(withGameMotion)

// All players share one round, so these tests ask for its result instead of fixing it.
const names = { red: 'Vermelho', white: 'Branco', black: 'Preto' } as const
const pays = { red: 2, white: 14, black: 2 } as const

// They move its clock.
useOwnServer()

test('a known round pays exactly, shows the bet to all, and is verified', async ({
  app,
  page,
  sandbox,
  enter,
}) => {
  const game = await enter(100)
  const round = await sandbox.openDoubleRound()
  const other = round.colour === 'red' ? 'black' : 'red'
  for (const colour of [round.colour, other] as const) {
    await page.getByRole('radio', { name: names[colour] }).check()
    await expect(game.bet).toBeEnabled()
    await game.bet.click()
    await expect(app.balance).toHaveText(colour === other ? 'R$ 80,00' : 'R$ 90,00')
  }
  await expect(game.result).toHaveText('Suas apostas: R$ 20,00')
  await expect(page.getByRole('list', { name: 'Apostas da rodada' })).toContainText('R$ 10,00')
  await sandbox.closeDoubleBetting(round)
  await expect(game.bet).toBeDisabled()
  await expect(page.getByText('Girando')).toBeVisible()
  await sandbox.landDoubleWheel(round)
  const won = pays[round.colour] * 10
  // Both bets cost R$ 20.
  const outcome = won > 20 ? `você ganhou R$ ${won},00` : 'voltou R$ 20,00 (R$ 0,00)'
  await expect(game.result).toHaveText(`${round.slot}, ${names[round.colour]}, ${outcome}`)
  await expect(app.balance).toHaveText(`R$ ${80 + won},00`)
  await expect(
    page.getByRole('list', { name: 'Últimos resultados' }).getByRole('listitem').first(),
  ).toHaveText(String(round.slot))
  await expect(game.history.getByRole('button')).toHaveCount(2)
  await game.verifyRow(String(round.slot), `${round.slot} (${names[round.colour]})`, { isShared: true })
})

test('automatic play bets on one round after another and says why it stopped @full', async ({
  app,
  page,
  sandbox,
  enter,
}) => {
  const game = await enter(100)
  await game.automatic()
  await game.rounds.fill('1')
  const round = await sandbox.openDoubleRound()
  await page.getByRole('radio', { name: names[round.colour] }).check()
  await game.bet.click()
  await expect(game.stop).toBeVisible()
  await expect(app.balance).toHaveText('R$ 90,00')
  await sandbox.closeDoubleBetting(round)
  await expect(page.getByText('Girando')).toBeVisible()
  await sandbox.landDoubleWheel(round)
  await expect(game.autoState).toContainText('Fim: todas as rodadas foram jogadas')
  await expect(app.balance).toHaveText(`R$ ${90 + pays[round.colour] * 10},00`)
})

test('too little money opens the low-balance deposit, and a guest is asked to log in @full', async ({
  app,
  sandbox,
  enter,
}) => {
  for (const [balance, dialog] of [
    [undefined, 'Acesso'],
    [9.99, 'Saldo baixo'],
  ] as const) {
    const game = await enter(balance)
    await sandbox.openDoubleRound(2_000)
    await expect(game.bet).toBeEnabled()
    await game.bet.click()
    await expect(app.dialog(dialog)).toBeVisible()
  }
})
