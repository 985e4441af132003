import { randomUUID } from 'node:crypto'
import { expect, test } from '../fixtures.ts'
import { newMatch, winner } from '../matches.ts'
import { Menus } from '../page-models/menus.ts'
import { SlipPanel } from '../page-models/slip-panel.ts'
import { SportsPage } from '../page-models/sports-page.ts'
import { callAs } from '../playerApi.ts'
import { textsIn } from '../texts.ts'

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
  const read = async () => Number((await potential.innerText()).replace(/[^\d,]/g, '').replace(',', '.'))
  // More than the home side alone, less than a draw of six numbers; the server needs a moment for the price of both.
  await expect.poll(read).toBeGreaterThan(11)
  const shown = await read()
  expect(shown).toBeLessThan(500)
  await slip.bet.click()
  await slip.seeTickets()
  await expect(slip.tickets.first()).toContainText('Múltipla · 2')
  await expect(app.balance).toHaveText('R$ 90,00')
  await sandbox.scriptMatch({ matchId: match.matchId, period: 3, homeScore: 2, awayScore: 1 })
  await sandbox.scriptMatch({ matchId: match.matchId, finish: true })
  await expect(app.balance).toHaveText(`R$ ${(90 + shown).toFixed(2).replace('.', ',')}`)
})

test('a guest’s favourite match goes into the account at login, and is there on another device @full', async ({
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

test('the board has a tab of today, its search forgives accents and typing errors, and a folded league stays folded', async ({
  app,
  page,
  sandbox,
}) => {
  // It starts in a minute.
  await sandbox.avoidMidnight()
  // Far from every other name: the search finds names that are one typing error away, such as Liga 010D and Liga 0100.
  const name = `Tomé ${randomUUID().slice(0, 8)}`
  const match = await newMatch(sandbox, {
    league: `Liga ${name}`,
    home: `São ${name}`,
    startsInMs: 55_000,
  })
  const sports = new SportsPage(page)
  const row = sports.row(match.home, match.away)
  const search = page.getByRole('searchbox', { name: 'Buscar partida, time ou liga' })
  const league = page.getByRole('region', { name: match.league })
  const fold = league.getByRole('button', { name: match.league, exact: true })
  await app.open('/footballPage')
  await sports.tab('Hoje').click()
  await expect(row).toContainText('Hoje')
  for (const typed of [
    `sao ${name.replace('é', 'e')}`,
    `SAO tmoe ${name.slice(5)}`,
    match.league.toLowerCase(),
  ]) {
    await search.fill(typed)
    await expect(row, typed).toBeVisible()
    await expect(page.getByRole('main').getByRole('article'), typed).toHaveCount(1)
  }
  await search.fill('nenhuma partida assim')
  await expect(page.getByText('Nenhuma partida encontrada')).toBeVisible()
  await page.getByRole('button', { name: 'Limpar busca' }).first().click()
  await fold.click()
  await expect(fold).toHaveAttribute('aria-expanded', 'false')
  await expect(row).toBeHidden()
  await app.open('/footballPage')
  await sports.tab('Hoje').click()
  await expect(fold).toHaveAttribute('aria-expanded', 'false')
  await expect(row).toBeHidden()
  await search.fill(match.home)
  await expect(row).toBeVisible()
})

test('a match on which three players have bet is among the popular ones, and nowhere else @full', async ({
  app,
  page,
  sandbox,
}) => {
  const match = await newMatch(sandbox)
  const leg = { matchId: match.matchId, key: winner.home, odds: 1.85 }
  for (let count = 0; count < 3; count++) {
    const { token } = await sandbox.createUser({ balance: 20 })
    await callAs(sandbox, token, '/api/app/sports/bet', { amount: 10, policy: 'ask', legs: [leg] })
  }
  const sports = new SportsPage(page)
  const popular = page.getByRole('region', { name: 'Populares' })
  const row = sports.row(match.home, match.away)
  // The server counts every 15 s.
  await expect(async () => {
    await app.open('/footballPage')
    await sports.tab('Próximas').click()
    await expect(row).toHaveCount(1)
    await expect(popular.getByRole('article', { name: `${match.home} × ${match.away}` })).toBeVisible({
      timeout: 1_000,
    })
  }).toPass()
  await expect(page.getByRole('region', { name: match.league })).toHaveCount(0)
  await page.getByRole('searchbox', { name: 'Buscar partida, time ou liga' }).fill(match.home)
  await expect(page.getByRole('region', { name: match.league })).toContainText(match.home)
  await expect(popular).toHaveCount(0)
})

test('the largest stake is one press, outlives a reload and another language, and the ticket has a number @full', async ({
  app,
  page,
  sandbox,
  signIn,
}) => {
  await signIn({ balance: 87.5 })
  const match = await newMatch(sandbox)
  const [sports, slip] = [new SportsPage(page), new SlipPanel(page)]
  await app.open(`/footballPage?match=${match.matchId}`)
  await sports.price(`Resultado final: ${match.home} 1,85`).click()
  await slip.bar.click()
  await slip.region.getByRole('button', { name: 'Máx.' }).click()
  await expect(slip.stake).toHaveValue('87,50')
  await page.reload()
  await slip.bar.click()
  await expect(slip.stake).toHaveValue('87,50')

  const menus = new Menus(page)
  const { common, sports: english } = textsIn('en_US')
  await app.open('/footballPage?overlay=language')
  await menus.languages.getByRole('radio', { name: 'English', exact: true }).check()
  await expect(page.locator('html')).toHaveAttribute('lang', 'en-US')
  await page.getByRole('dialog').getByRole('button', { name: common.actions.close }).click()
  await page.getByRole('button', { name: new RegExp(`^${english.slip.title}`) }).click()
  const englishSlip = page.getByRole('region', { name: english.slip.title, exact: true })
  await expect(englishSlip.getByRole('textbox', { name: english.slip.stake })).toHaveValue(/^87[.,]50$/)
  await englishSlip.getByRole('button', { name: english.slip.bet, exact: true }).click()
  await expect(englishSlip).toContainText(english.slip.receipt)
  const number = /No\. ([0-9A-F]{4}-[0-9A-F]{4})/.exec(await englishSlip.innerText())?.[1]
  await englishSlip.getByRole('button', { name: english.slip.seeTickets }).click()
  const tickets = page.getByRole('region', { name: english.board.tickets }).getByRole('listitem')
  await expect(tickets.first()).toContainText(`No. ${number}`)
})
