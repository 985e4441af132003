import type { Page } from '@playwright/test'
import type { MatchWire } from '#contract/http/sports.ts'
import { expect, test } from '../fixtures.ts'
import { PalpiteApp } from '../page-models/palpite-app.ts'
import { SlipPanel } from '../page-models/slip-panel.ts'
import { SportsPage } from '../page-models/sports-page.ts'

// One after the other: the sandbox ends the boost of a match, and the next test chooses another one.
test.describe.configure({ mode: 'default' })

interface Boost {
  match: MatchWire
  side: string
  /** The boosted price and the usual one, as the page shows them. */
  now: string
  plain: string
  odds: number
}

const finalScores = { home: [1, 0], draw: [1, 1], away: [0, 1] } as const
const decimals = (odds: number) => odds.toLocaleString('pt-BR', { minimumFractionDigits: 2 })

/** A price that stays boosted for the next twenty minutes. */
async function findBoost(page: Page, serverUrl: string): Promise<Boost> {
  const response = await page.request.get(`${serverUrl}/api/app/sports/matches?sport=football&when=upcoming`)
  const { data } = (await response.json()) as { data: { matches: MatchWire[] } }
  const soon = Date.now() + 20 * 60_000
  for (const match of data.matches)
    for (const { options } of match.markets)
      for (const { side, odds, boostedFrom } of options)
        if (boostedFrom !== undefined && Date.parse(match.time) >= soon)
          return { match, side, odds, now: decimals(odds), plain: decimals(boostedFrom) }
  throw new Error('no match of the next day has a boosted price')
}

/** Opens the board and puts the boosted price into the slip. */
async function pick(app: PalpiteApp, { match, now, plain }: Boost): Promise<SlipPanel> {
  const [sports, slip] = [new SportsPage(app.page), new SlipPanel(app.page)]
  await app.open('/footballPage')
  await sports.tab('Próximas').click()
  const row = sports.row(match.home, match.away)
  const price = row.getByRole('button', { name: `${now}, antes ${plain}` })
  await expect(price.locator('s')).toHaveText(plain)
  await price.click()
  await slip.bar.click()
  return slip
}

test('boosted odds: the old price struck through, the limit, the usual price in a parlay, and the payout', async ({
  app,
  page,
  sandbox,
  signIn,
  serverUrl,
}) => {
  const { username } = await signIn({ balance: 500 })
  const boost = await findBoost(page, serverUrl)
  const { match, side, odds, plain } = boost
  const slip = await pick(app, boost)
  await app.online(username)
  const leg = slip.legs.first()
  await expect(leg).toContainText('Odd turbinada')
  await expect(leg.locator('s')).toHaveText(plain)
  await slip.stake.fill('200,01')
  await expect(slip.stake).toHaveAccessibleDescription('Aposta máxima: R$ 200,00')
  await slip.mode('Múltipla').click()
  await expect(leg).toContainText('na múltipla conta a odd normal')
  await expect(leg.locator('b').getByText(plain, { exact: true })).toBeVisible()
  await slip.mode('Simples').click()
  // The tab shows the press first, the stake of this mode comes after it.
  await expect(leg).not.toContainText('na múltipla conta a odd normal')
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
  await expect(app.balance).toHaveText(`R$ ${decimals(300 + 200 * odds)}`)
})

test('two tabs of a player that press at once place one bet, and the other one says what is left of the limit @full', async ({
  app,
  page,
  context,
  host,
  sandbox,
  signIn,
  serverUrl,
}) => {
  test.skip(host === 'electron', 'the Electron window has no tabs')
  await signIn({ balance: 500 })
  const boost = await findBoost(page, serverUrl)
  const other = new PalpiteApp(await context.newPage(), host, sandbox)
  const slips = [await pick(app, boost), await pick(other, boost)]
  for (const { stake } of slips) await stake.fill('150')
  await Promise.all(slips.map(({ bet }) => bet.click()))
  const placed = (slip: SlipPanel) => slip.region.getByText('Aposta confirmada')
  const refused = (slip: SlipPanel) =>
    slip.region.getByText(
      'Odds turbinadas aceitam até R$ 200,00 por jogador em cada seleção. Você ainda pode apostar R$ 50,00.',
    )
  await expect
    .poll(async () =>
      (
        await Promise.all(
          slips.map(async (slip) => [await placed(slip).count(), await refused(slip).count()].join()),
        )
      ).sort(),
    )
    .toEqual(['0,1', '1,0'])
  for (const { balance } of [app, other]) await expect(balance).toHaveText('R$ 350,00')
})

test('a boost that ends while the bet is on its way places nothing; the usual price is asked for @full', async ({
  app,
  page,
  host,
  sandbox,
  signIn,
  serverUrl,
}) => {
  test.skip(host === 'electron', 'a test can only hold back requests that the page makes itself')
  await signIn({ balance: 500 })
  const boost = await findBoost(page, serverUrl)
  const slip = await pick(app, boost)
  await slip.stake.fill('20')
  await page.route('**/sports/bet', async (route) => {
    await sandbox.scriptMatch({ matchId: boost.match.matchId })
    await route.continue()
  })
  await slip.bet.click()
  const accept = slip.region.getByRole('button', { name: 'Aceitar novas odds' })
  await expect(accept).toBeVisible()
  await expect(slip.region).toContainText('As odds mudaram.')
  await expect(app.balance).toHaveText('R$ 500,00')
  await page.unroute('**/sports/bet')
  await accept.click()
  await slip.bet.click()
  await expect(slip.region).toContainText('Aposta confirmada')
  await expect(slip.region).not.toContainText(boost.now)
  await expect(app.balance).toHaveText('R$ 480,00')
  await slip.seeTickets()
  await expect(slip.tickets).toHaveCount(1)
  await expect(slip.tickets.first()).not.toContainText('Odd turbinada')
})

test('a boosted bet whose response is lost says so, and is placed once at its price @full', async ({
  app,
  page,
  host,
  signIn,
  serverUrl,
}) => {
  test.skip(host === 'electron', 'a test can only cut off requests that the page makes itself')
  await signIn({ balance: 500 })
  const boost = await findBoost(page, serverUrl)
  const slip = await pick(app, boost)
  await slip.stake.fill('200')
  let cuts = 0
  await page.route('**/sports/bet', async (route) => {
    if (cuts === 0) await route.fetch()
    // The first attempt reaches the server; then the network is gone, beyond all retries of the call.
    if (++cuts <= 3) await route.abort('internetdisconnected')
    else await route.continue()
  })
  await slip.bet.click()
  await expect(slip.region).toContainText('Sem resposta. Tentando de novo… Você não será cobrado duas vezes.')
  await expect(slip.region).toContainText('Aposta confirmada')
  await expect(app.balance).toHaveText('R$ 300,00')
  await slip.seeTickets()
  await expect(slip.tickets).toHaveCount(1)
  await expect(slip.tickets.first()).toContainText(boost.now)
  await expect(slip.tickets.first().locator('s')).toHaveText(boost.plain)
})
