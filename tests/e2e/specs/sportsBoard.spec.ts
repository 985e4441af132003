import { expect, test } from '../fixtures.ts'
import { newMatch } from '../matches.ts'
import { SlipPanel } from '../page-models/slip-panel.ts'
import { SportsPage } from '../page-models/sports-page.ts'

test('two selections of one match are one bet at the odds of both together, paid when both have won', async ({
  app,
  page,
  sandbox,
  signIn,
}) => {
  const { username } = await signIn({ balance: 100 })
  // Without scripted odds: the price of a combination comes from the model alone.
  const match = await newMatch(sandbox, { odds: {} })
  const [sports, slip] = [new SportsPage(page), new SlipPanel(page)]
  await app.open(`/footballPage?match=${match.matchId}`)
  await app.online(username)
  await sports.market('Resultado final').getByRole('button', { name: match.home }).click()
  await sports
    .market('Gols ímpar/par')
    .getByRole('button', { name: /: Ímpar / })
    .click()
  await slip.bar.click()
  await slip.mode('Múltipla').click()
  await expect(slip.legs.filter({ hasText: 'Combinação' })).toHaveCount(2)
  await slip.stake.fill('10')
  const potential = slip.region.getByText('Retorno potencial').locator('+ dd')
  await expect(potential).toHaveText(/^R\$ \d/)
  const shown = Number((await potential.innerText()).replace(/[^\d,]/g, '').replace(',', '.'))
  // More than the home side alone, less than a draw of six numbers.
  expect(shown).toBeGreaterThan(15)
  expect(shown).toBeLessThan(500)
  await slip.bet.click()
  await slip.seeTickets()
  await expect(slip.tickets.first()).toContainText('Múltipla · 2')
  await expect(app.balance).toHaveText('R$ 90,00')
  await sandbox.scriptMatch({ matchId: match.matchId, period: 3, homeScore: 2, awayScore: 1 })
  await sandbox.scriptMatch({ matchId: match.matchId, finish: true })
  await expect(app.balance).toHaveText(`R$ ${(90 + shown).toFixed(2).replace('.', ',')}`)
})

test('a guest’s favourite match goes into the account at login, and is there on another device', async ({
  app,
  page,
  sandbox,
  signIn,
}) => {
  const match = await newMatch(sandbox)
  const sports = new SportsPage(page)
  const star = sports
    .row(match.home, match.away)
    .getByRole('button', { name: `Favoritar ${match.home} × ${match.away}` })
  const favourites = page.getByRole('region', { name: 'Favoritas' })
  await app.open('/footballPage')
  await sports.tab('Próximas').click()
  await star.click()
  await expect(favourites).toContainText(match.home)
  // The same tab logs in.
  await signIn()
  await app.open('/footballPage')
  await sports.tab('Próximas').click()
  await expect(favourites).toContainText(match.home)
  // The browser forgets them once the account has them: from then on it knows no more than another device.
  await expect.poll(() => page.evaluate(() => localStorage.getItem('sportsBoard'))).toBeNull()
  await app.open('/footballPage')
  await sports.tab('Próximas').click()
  await expect(favourites).toContainText(match.home)
  await star.click()
  await expect(favourites).toBeHidden()
})
