import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import type { Sandbox } from '../../../scripts/Sandbox.ts'
import { expect, test } from '../fixtures.ts'
import { newMatch } from '../matches.ts'
import { SlipPanel } from '../page-models/slip-panel.ts'
import { SportsPage } from '../page-models/sports-page.ts'

/** A football match after all others of the next day, of which there are nearly a hundred; its names are like no others. */
function lastMatch(sandbox: Sandbox) {
  const name = randomUUID().slice(0, 12)
  return newMatch(sandbox, { startsInMs: 23.9 * 3_600_000, league: `Liga ${name}`, home: `Casa ${name}` })
}
const listPath = '**/api/app/sports/matches?*'

const searchOf = (page: Page) => page.getByRole('searchbox', { name: 'Buscar partida, time ou liga' })
const parts = (page: Page) => page.getByText(/^A partir de \d/)

async function scrollToEnd(page: Page): Promise<void> {
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight))
}

test('the last of nearly a hundred matches is found by scrolling and by search, and can be bet on @full', async ({
  app,
  page,
  sandbox,
  signIn,
}) => {
  const { username } = await signIn({ balance: 100 })
  const match = await lastMatch(sandbox)
  const [sports, slip] = [new SportsPage(page), new SlipPanel(page)]
  const row = sports.row(match.home, match.away)
  const rows = page.getByRole('main').getByRole('article')
  await app.open('/footballPage')
  await app.online(username)
  await sports.tab('Próximas').click()
  await expect(rows.first()).toBeVisible()
  const shown = await rows.evaluateAll((all) => all.map((each) => each.ariaLabel))
  await expect(row).toHaveCount(0)
  await expect(async () => {
    await scrollToEnd(page)
    await expect(row).toBeInViewport({ timeout: 500 })
  }).toPass()
  await expect(parts(page)).toHaveCount(1)
  await expect(page.getByRole('button', { name: 'Ver mais partidas' })).toBeHidden()
  // What was there is where it was.
  expect((await rows.evaluateAll((all) => all.map((each) => each.ariaLabel))).slice(0, shown.length)).toEqual(
    shown,
  )
  // The page that was scrolled to is pushed, too.
  await sandbox.scriptMatch({ matchId: match.matchId, odds: { 'winner:1:home:3': 1.95 } })
  const price = row.getByRole('button', { name: `Resultado final: ${match.home} 1,95`, exact: true })
  await expect(price).toBeVisible()

  await searchOf(page).fill(match.league.toUpperCase())
  await expect(rows).toHaveCount(1)
  await app.open('/footballPage')
  await sports.tab('Próximas').click()
  await searchOf(page).fill(match.league.toLowerCase())
  await expect(rows).toHaveCount(1)
  await price.click()
  await slip.bar.click()
  await slip.stake.fill('10')
  await slip.bet.click()
  await slip.seeTickets()
  await expect(slip.tickets.first()).toContainText(match.home)
  await expect(app.balance).toHaveText('R$ 90,00')
})

test('further matches and a search that cannot be loaded say so, and can be loaded again @full', async ({
  app,
  page,
  sandbox,
}) => {
  const match = await lastMatch(sandbox)
  const sports = new SportsPage(page)
  const row = sports.row(match.home, match.away)
  const main = page.getByRole('main')
  await app.open('/footballPage')
  await page.route(listPath, (route) =>
    /cursor|search/.test(route.request().url()) ? route.abort() : route.fallback(),
  )
  await sports.tab('Próximas').click()
  await expect(async () => {
    await scrollToEnd(page)
    await expect(main.getByRole('alert')).toHaveText('Não foi possível carregar mais.', { timeout: 500 })
  }).toPass()
  await searchOf(page).fill(match.league)
  await expect(main).toContainText('Não foi possível carregar as partidas.')
  await page.unroute(listPath)
  await main.getByRole('button', { name: 'Tentar de novo' }).click()
  await expect(row).toBeVisible()
  await searchOf(page).fill('')
  await expect(row).toHaveCount(0)
  await main.getByRole('button', { name: 'Tentar de novo' }).press('Enter')
  // The keyboard goes on where the new matches begin.
  await expect(parts(page)).toBeFocused()
  await expect(row).toBeVisible()
})

test('a favourite far down the list stands first at once @full', async ({ app, page, sandbox }) => {
  const match = await lastMatch(sandbox)
  const sports = new SportsPage(page)
  const favourites = page.getByRole('region', { name: 'Favoritas' })
  await app.open('/footballPage')
  await sports.tab('Próximas').click()
  await searchOf(page).fill(match.league)
  await sports
    .row(match.home, match.away)
    .getByRole('button', { name: `Favoritar ${match.home} × ${match.away}` })
    .click()
  await searchOf(page).fill('')
  await expect(favourites).toContainText(match.home)
  await app.open('/footballPage')
  await sports.tab('Próximas').click()
  await expect(favourites).toContainText(match.home)
})

test('on a wide screen each league has its number, and its link opens one that is not loaded @full', async ({
  app,
  page,
  sandbox,
}) => {
  await page.setViewportSize({ width: 1920, height: 1080 })
  const match = await lastMatch(sandbox)
  const sports = new SportsPage(page)
  await app.open('/footballPage')
  await sports.tab('Próximas').click()
  const link = page.getByRole('list', { name: 'Ligas' }).getByRole('button', { name: match.league })
  await expect(link).toHaveText(`${match.league}1`)
  await expect(sports.row(match.home, match.away)).toHaveCount(0)
  await link.click()
  await expect(sports.row(match.home, match.away)).toBeInViewport()
})
