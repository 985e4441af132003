import type { MatchWire } from '#contract/http/sports.ts'
import { expect, test } from '../fixtures.ts'
import { SlipPanel } from '../page-models/slip-panel.ts'
import { SportsPage } from '../page-models/sports-page.ts'

const finalScores = { home: [1, 0], draw: [1, 1], away: [0, 1] } as const
const decimals = (odds: number) => odds.toLocaleString('pt-BR', { minimumFractionDigits: 2 })

test('boosted odds: the old price struck through, the limit, the usual price in a parlay, and the payout', async ({
  app,
  page,
  sandbox,
  signIn,
  serverUrl,
}) => {
  const { username } = await signIn({ balance: 500 })
  const response = await page.request.get(`${serverUrl}/api/app/sports/matches?sport=football&when=upcoming`)
  const { data } = (await response.json()) as { data: { matches: MatchWire[] } }
  const soon = Date.now() + 20 * 60_000
  const boosts = data.matches.flatMap((match) =>
    match.markets.flatMap(({ options }) =>
      options.flatMap(({ side, odds, boostedFrom }) =>
        boostedFrom === undefined || Date.parse(match.time) < soon
          ? []
          : [{ match, side, odds, boostedFrom }],
      ),
    ),
  )
  const [boost] = boosts
  if (!boost) throw new Error('no match of the next day has a boosted price')
  const { match, side, odds, boostedFrom } = boost
  const [now, plain] = [decimals(odds), decimals(boostedFrom)]

  const [sports, slip] = [new SportsPage(page), new SlipPanel(page)]
  await app.open('/footballPage')
  await app.online(username)
  await sports.tab('Próximas').click()
  const row = sports.row(match.home, match.away)
  const price = row.getByRole('button', { name: `${now}, antes ${plain}` })
  await expect(price.locator('s')).toHaveText(plain)
  await price.click()
  await slip.bar.click()
  const leg = slip.legs.first()
  await expect(leg).toContainText('Odd turbinada')
  await expect(leg.locator('s')).toHaveText(plain)
  await slip.stake.fill('200,01')
  await expect(slip.stake).toHaveAccessibleDescription('Aposta máxima: R$ 200,00')
  await slip.mode('Múltipla').click()
  await expect(leg).toContainText('na múltipla conta a odd normal')
  await expect(leg.locator('b').getByText(plain, { exact: true })).toBeVisible()
  await slip.mode('Simples').click()
  await slip.stake.fill('200')
  await slip.bet.click()
  await expect(slip.region).toContainText('Aposta confirmada')
  await expect(app.balance).toHaveText('R$ 300,00')
  await slip.seeTickets()
  await expect(slip.tickets.first()).toContainText('Odd turbinada')
  await expect(slip.tickets.first().locator('s')).toHaveText(plain)

  const [homeScore, awayScore] = finalScores[side as keyof typeof finalScores]
  await sandbox.scriptMatch({ matchId: match.matchId, period: 3, homeScore, awayScore })
  await sandbox.scriptMatch({ matchId: match.matchId, finish: true })
  await expect(app.balance).toHaveText(
    `R$ ${(300 + 200 * odds).toLocaleString('pt-BR', { minimumFractionDigits: 2 })}`,
  )
})
