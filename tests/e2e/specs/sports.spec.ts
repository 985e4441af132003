import { randomUUID } from 'node:crypto'
import type { Locator } from '@playwright/test'
import { expectAccessible } from '../axe.ts'
import { expectApart } from '../boxes.ts'
import { expect, test } from '../fixtures.ts'
import { look } from '../look.ts'
import { live, newMatch, prices, winner } from '../matches.ts'
import { SportsPage } from '../page-models/sports-page.ts'
import { isWhole } from '../../scope.ts'
import { textsThatDoNotFit } from '../textFit.ts'

test('twelve sports with their icons, each with its matches @full', async ({ app, page, sandbox }) => {
  // It starts in a minute.
  await sandbox.avoidMidnight()
  const match = await newMatch(sandbox, { sport: 'snooker', startsInMs: 50_000, odds: {} })
  const sports = new SportsPage(page)
  await app.open('/footballPage')
  await expect(sports.sports.getByRole('button')).toHaveCount(12)
  await expect(sports.sports.locator('button > svg')).toHaveCount(12)
  await expect(sports.sport('Futebol')).toHaveAttribute('aria-pressed', 'true')
  await sports.sport('Sinuca').click()
  await expect(sports.sport('Sinuca')).toHaveAttribute('aria-pressed', 'true')
  await sports.tab('Próximas').click()
  await expect(sports.row(match.home, match.away)).toContainText('Hoje')
  await expect(page.getByText('Partidas, times e resultados simulados.')).toBeAttached()
  await sports.tab('Ao vivo').click()
  // At most among those that begin next.
  await expect(page.getByRole('main').getByRole('article').first()).toBeVisible()
  await expect(page.getByRole('region', { name: match.league })).toBeHidden()
})

test(
  'score and prices change by push while a player watches',
  { tag: '@window' },
  async ({ app, page, sandbox, signIn }) => {
    const { username } = await signIn()
    const { matchId, home, away } = await newMatch(sandbox, live)
    const sports = new SportsPage(page)
    await app.open('/footballPage')
    const row = sports.row(home, away)
    await expect(row).toContainText('67′')
    await expect(row).toContainText('2º tempo')
    await app.online(username)
    const price = row.getByRole('button', { name: `Resultado final: ${home} 1,85`, exact: true })
    const before = await price.boundingBox()
    await sandbox.scriptMatch({ matchId, odds: { ...prices, [winner.home]: 1.95 } })
    const risen = row.getByRole('button', { name: `Resultado final: ${home} 1,95`, exact: true })
    await expect(risen).toHaveAttribute('data-move', 'up')
    expect(await risen.boundingBox()).toEqual(before)
    await expect(risen).not.toHaveAttribute('data-move')
    await sandbox.scriptMatch({ matchId, minute: 70, homeScore: 3, odds: { ...prices, [winner.home]: 1.2 } })
    await expect(
      row.getByRole('button', { name: `Resultado final: ${home} 1,20`, exact: true }),
    ).toHaveAttribute('data-move', 'down')
    await expect(row).toContainText('70′')
    await expect(row.getByRole('link', { name: home })).toContainText('3')
    await sandbox.scriptMatch({ matchId, finish: true })
    await expect(row).toBeHidden()
  },
)

test('a notice that stays in view does not lie over the score of a match @full', async ({
  app,
  page,
  sandbox,
  signIn,
}) => {
  const { username } = await signIn()
  const { matchId } = await newMatch(sandbox, live)
  await page.setViewportSize({ width: 393, height: 600 })
  await app.open(`/footballPage?match=${matchId}`)
  const scores = page.getByText('2–1', { exact: true })
  await expect(new SportsPage(page).score).toBeVisible()
  await app.online(username)
  await sandbox.sendNotice(username, 'Manutenção às 23h')
  const notice = page.getByText('Manutenção às 23h').locator('..')
  await expect(notice).toBeVisible()
  const before = await scores.count()
  // Also while the scoreboard passes under the notice.
  const endOf = (place: Locator) => place.evaluate((node) => node.getBoundingClientRect().bottom)
  const score = scores.first()
  for (let scrolled = 0; scrolled < 400; scrolled += 20) {
    await page.evaluate((top) => window.scrollTo(0, top), scrolled)
    await expect(async () => {
      const isRepeated = (await scores.count()) > before
      const isCovered = !isRepeated && (await endOf(score)) < (await endOf(notice))
      expect(isCovered, `scrolled by ${scrolled} px`).toBe(false)
    }).toPass()
  }
  await page.evaluate(() => window.scrollTo(0, 400))
  await expect(scores).toHaveCount(before + 1)
  await expect(notice).toBeInViewport({ ratio: 1 })
  await expectApart(notice, scores.first())
  // Nothing of the page shows between the top bar and the notice.
  const [bar, box] = await Promise.all([page.getByRole('banner').boundingBox(), notice.boundingBox()])
  expect(Math.abs((box?.y ?? 0) - (bar?.y ?? 0) - (bar?.height ?? 0))).toBeLessThanOrEqual(1)
})

test('quarters and sets move while they are played, and a score pauses the bets @full', async ({
  app,
  page,
  sandbox,
  signIn,
}) => {
  const { username } = await signIn()
  const sports = new SportsPage(page)
  const quarters = [
    { home: 20, away: 18 },
    { home: 4, away: 2 },
  ]
  const game = await newMatch(sandbox, {
    sport: 'basketball',
    startsInMs: -600_000,
    period: 1,
    quarters,
    odds: {},
  })
  const tennis = await newMatch(sandbox, {
    sport: 'tennis',
    startsInMs: -600_000,
    period: 1,
    sets: [{ home: 3, away: 2 }],
    odds: {},
  })
  await app.open('/footballPage')
  await app.online(username)
  await sports.sport('Basquete').click()
  const row = sports.row(game.home, game.away)
  await expect(row).toContainText('2º quarto · 4–2')
  await sandbox.scriptMatch({
    matchId: game.matchId,
    quarters: [...quarters.slice(0, 1), { home: 4, away: 5 }],
    pause: true,
  })
  await expect(row).toContainText('2º quarto · 4–5')
  await expect(row.getByRole('link', { name: game.home })).toContainText('24')
  // The pause of basketball ends by itself.
  await expect(row.getByRole('button', { name: /^Vencedor/ }).first()).toBeEnabled()
  await sports.sport('Tênis').click()
  const set = sports.row(tennis.home, tennis.away)
  await expect(set).toContainText('1º set · 3–2')
  await sandbox.scriptMatch({
    matchId: tennis.matchId,
    sets: [
      { home: 6, away: 2 },
      { home: 0, away: 1 },
    ],
  })
  await expect(set).toContainText('2º set · 0–1')
  await set.getByRole('link', { name: tennis.home }).click()
  await expect(sports.score).toHaveText(new RegExp(`${tennis.home} 1`))
  await sandbox.scriptMatch({
    matchId: tennis.matchId,
    sets: [
      { home: 6, away: 2 },
      { home: 4, away: 6 },
      { home: 0, away: 0 },
    ],
    pause: true,
  })
  await expect(sports.score).toHaveText(new RegExp(`${tennis.away} 1`))
  await expect(page.getByRole('table').getByRole('row', { name: new RegExp(`^${tennis.home}`) })).toHaveText(
    `${tennis.home}640`,
  )
})

test('cards, corners and a stop are told on an open match @full', async ({ app, page, sandbox, signIn }) => {
  const { username } = await signIn()
  const { matchId, home, away } = await newMatch(sandbox, live)
  await app.open(`/footballPage?match=${matchId}`)
  await app.online(username)
  const events = page.getByRole('region', { name: 'Lances da partida' })
  await sandbox.scriptMatch({ matchId, minute: 68, incident: { kind: 'redCard', side: 'away' } })
  await expect(events.getByRole('listitem').first()).toContainText(`Cartão vermelho · ${away}`)
  await sandbox.scriptMatch({ matchId, minute: 69, incident: { kind: 'corner', side: 'home' } })
  await expect(events.getByRole('listitem').first()).toContainText(`Escanteio · ${home}`)
  await sandbox.scriptMatch({ matchId, period: -13 })
  await expect(events.getByRole('listitem').first()).toContainText('Interrompida')
  const sports = new SportsPage(page)
  await expect(sports.market('Resultado final').getByRole('button').first()).toBeDisabled()
  const wait = page.getByText('As apostas nesta partida ficam em aberto por até 48 horas', { exact: false })
  await expect(wait).toBeVisible()
  await expect(sports.score).toHaveText(/2.*1/)
  const putOff = await newMatch(sandbox)
  await app.open(`/footballPage?match=${putOff.matchId}`)
  await expect(sports.price(`Resultado final: ${putOff.home} 1,85`)).toBeVisible()
  await app.online(username)
  await sandbox.scriptMatch({ matchId: putOff.matchId, period: -14 })
  await expect(wait).toBeVisible()
  // It has not been played.
  await expect(sports.score).toBeHidden()
})

test('during penalties a match says that betting is over, not that the odds come back @full', async ({
  app,
  page,
  sandbox,
  signIn,
}) => {
  const { username } = await signIn()
  const { matchId } = await newMatch(sandbox, live)
  await app.open(`/footballPage?match=${matchId}`)
  await app.online(username)
  await sandbox.scriptMatch({ matchId, period: 5 })
  await expect(page.getByText('Pênaltis').first()).toBeVisible()
  await expect(page.getByText('Esta partida não aceita mais apostas.')).toBeVisible()
})

test('a guest, who has no connection, sees the same by polling @full', async ({ app, page, sandbox }) => {
  const { matchId, home, away } = await newMatch(sandbox, live)
  const sports = new SportsPage(page)
  await app.open('/footballPage')
  const row = sports.row(home, away)
  await expect(row.getByRole('button', { name: `Resultado final: ${home} 1,85`, exact: true })).toBeVisible()
  await sandbox.scriptMatch({ matchId, homeScore: 4, odds: { ...prices, [winner.home]: 1.5 } })
  await expect(row.getByRole('button', { name: `Resultado final: ${home} 1,50`, exact: true })).toBeVisible()
  await expect(row.getByRole('link', { name: home })).toContainText('4')
})

test('a match has all its markets by part; back returns to the board', async ({
  app,
  page,
  host,
  sandbox,
  signIn,
}) => {
  const { username } = await signIn()
  const match = await newMatch(sandbox, {
    startsInMs: -30 * 60_000,
    period: 1,
    minute: 30,
    homeScore: 1,
    awayScore: 0,
    corners: { home: 3, away: 2 },
  })
  const { matchId, home, away } = match
  const sports = new SportsPage(page)
  await app.open('/footballPage')
  await sports
    .row(home, away)
    .getByRole('link', { name: /^\+\d+ mercados?$/ })
    .click()
  await expect(page).toHaveURL(new RegExp(`match=${matchId}$`))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`${home} × ${away}`)
  await expect(page).toHaveTitle(new RegExp(`^${home} × ${away}`))
  await expect(sports.score).toHaveText(`${home} 1, ${away} 0`)
  for (const name of ['Resultado final', 'Handicap asiático', 'Total de gols', 'Gols ímpar/par']) {
    await expect(sports.market(name).getByRole('button').first()).toBeVisible()
  }
  await look(page, host, 'player-footballPage-match')
  // Under the top bar while the scoreboard is scrolled away.
  const scores = page.getByText('1–0', { exact: true })
  const before = await scores.count()
  const shifts = await page.evaluateHandle(() => {
    const seen: PerformanceEntry[] = []
    new PerformanceObserver((list) => seen.push(...list.getEntries())).observe({ type: 'layout-shift' })
    return seen
  })
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
  await expect(scores).toHaveCount(before + 1)
  await expect(scores.first()).toBeInViewport({ ratio: 1 })
  await page.evaluate(() => window.scrollTo(0, 0))
  await expect(scores).toHaveCount(before)
  expect(await shifts.jsonValue()).toEqual([])
  if (host === 'web' && isWhole) {
    const phone = page.viewportSize()
    await page.setViewportSize({ width: 1280, height: 600 })
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
    await expect(scores).toHaveCount(before + 1)
    await expect(scores.first()).toBeInViewport({ ratio: 1 })
    await page.evaluate(() => window.scrollTo(0, 0))
    await expect(scores).toHaveCount(before)
    // On a large screen the markets fill both of their columns.
    await page.setViewportSize({ width: 1920, height: 1080 })
    const lefts = await page
      .getByRole('tabpanel')
      .locator('> section')
      .evaluateAll((cards) => cards.map((card) => Math.round(card.getBoundingClientRect().left)))
    const inFirst = lefts.filter((left) => left === lefts[0]).length
    expect(inFirst).toBeGreaterThanOrEqual(3)
    expect(lefts.length - inFirst).toBeGreaterThanOrEqual(3)
    if (phone) await page.setViewportSize(phone)
  }
  const gameTimes = new Set(match.markets.map(({ gameTime }) => gameTime))
  expect([...gameTimes].sort()).toEqual([1, 2, 4])
  await sports.tab('1º tempo').click()
  await expect(sports.market('Resultado final').getByRole('button').first()).toHaveAccessibleName(
    /^Resultado final \(1º tempo\): /,
  )
  await sports.tab('Escanteios').click()
  await expect(sports.market('Escanteios').getByRole('button').first()).toHaveAccessibleName(
    /^Escanteios: Mais de \d+(,\d+)? /,
  )
  await app.online(username)
  await sandbox.scriptMatch({ matchId, homeScore: 2, corners: { home: 3, away: 1 } })
  await expect(sports.score).toHaveText(`${home} 2, ${away} 0`)
  const events = page.getByRole('region', { name: 'Lances da partida' }).getByRole('listitem')
  await expect(events).toContainText([`Gol · ${home}2–0`, `Gol · ${home}1–0`])
  const statistics = page.getByRole('region', { name: 'Estatísticas' }).getByRole('listitem')
  await expect(statistics).toContainText([`Escanteios: ${home} 3, ${away} 1`])
  await sports.back.click()
  await expect(sports.row(home, away)).toBeVisible()
  await expect(page).toHaveURL(/\/footballPage$/)
})

test('before kick-off a match has what both sides have played, and no statistics @full', async ({
  app,
  page,
  sandbox,
}) => {
  const [home, away] = ['Encosta Alta', 'Rio Pardal']
  const { matchId } = await newMatch(sandbox, { league: 'Copa dos Rios', home, away })
  await app.open(`/footballPage?match=${matchId}`)
  const form = page.getByRole('region', { name: 'Últimas partidas' })
  await expect(form.getByRole('heading', { level: 3 })).toHaveText([home, away])
  await expect(form.getByRole('listitem')).toHaveCount(10)
  await expect(form.getByRole('listitem').first()).toContainText(home)
  await expect(form.getByRole('listitem').first()).toContainText(/Vitória|Empate|Derrota/)
  const meetings = page.getByRole('region', { name: 'Confronto direto' })
  await expect(meetings.getByRole('listitem').first()).toContainText(home)
  await expect(meetings.getByRole('listitem').first()).toContainText(away)
  await expect(page.getByRole('region', { name: 'Estatísticas' })).toBeHidden()
  await expectAccessible(page, 'form of both sides')
})

test('a finished match accepts no bets; an unknown one shows a message @full', async ({
  app,
  page,
  sandbox,
}) => {
  const { matchId } = await newMatch(sandbox, live)
  const sports = new SportsPage(page)
  await app.open(`/footballPage?match=${matchId}`)
  await expect(sports.score).toBeAttached()
  await sandbox.scriptMatch({ matchId, finish: true })
  await expect(page.getByText('Apostas encerradas')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Placar' })).toContainText('Encerrada')
  await expect(page.getByRole('region', { name: 'Lances da partida' })).toContainText('Encerrada')
  await app.open('/footballPage?match=none')
  await expect(page.getByText('Partida não encontrada')).toBeVisible()
  await page.getByRole('link', { name: 'Voltar às partidas' }).click()
  await expect(page).toHaveURL(/\/footballPage$/)
  await expect(sports.sports).toBeVisible()
})

test('suspended options are locked, and open again @full', async ({ app, page, sandbox, signIn }) => {
  const { username } = await signIn()
  const { matchId, home, away } = await newMatch(sandbox, live)
  const sports = new SportsPage(page)
  await app.open('/footballPage')
  const row = sports.row(home, away)
  await expect(row).toBeVisible()
  await app.online(username)
  await sandbox.scriptMatch({ matchId, suspend: true })
  const locked = row.getByRole('button', { name: `Resultado final: ${home}, suspenso`, exact: true })
  await expect(locked).toBeDisabled()
  await locked.click({ force: true })
  await expect(locked).toHaveAttribute('aria-pressed', 'false')
  await sandbox.scriptMatch({ matchId, suspend: false })
  const open = row.getByRole('button', { name: `Resultado final: ${home} 1,85`, exact: true })
  await expect(open).toBeEnabled()
  await open.click()
  await expect(open).toHaveAttribute('aria-pressed', 'true')
})

test('odds have three formats, stored on this device @full', async ({ app, page, sandbox }) => {
  const { home, away } = await newMatch(sandbox, live)
  const sports = new SportsPage(page)
  await app.open('/footballPage')
  const price = (odds: string) =>
    sports.row(home, away).getByRole('button', { name: `Resultado final: ${home} ${odds}`, exact: true })
  await expect(price('1,85')).toBeVisible()
  await sports.format.selectOption({ label: 'Fracionário' })
  await expect(price('5/6')).toBeVisible()
  await sports.format.selectOption({ label: 'Americano' })
  await expect(price('-118')).toBeVisible()
  await page.reload()
  await expect(price('-118')).toBeVisible()
})

test('matches that fail to load can be loaded again @full', async ({ app, page, sandbox, signIn }) => {
  const { username } = await signIn()
  const { home, away } = await newMatch(sandbox, live)
  const sports = new SportsPage(page)
  await sandbox.setFaults(username, { path: '/api/app/sports', failRate: 1, status: 500, message: 'Falhou.' })
  await app.open('/footballPage')
  await expect(page.getByRole('alert')).toContainText('Não foi possível carregar as partidas.')
  await expectAccessible(page, 'a board that failed')
  await sandbox.setFaults(username)
  await app.button('Tentar de novo').click()
  await expect(sports.row(home, away)).toBeVisible()
})

test('an empty board offers something to do @full', async ({ app, page, host }) => {
  test.skip(
    host === 'electron',
    'the main process makes the calls of the window, and a test cannot change their responses',
  )
  await page.route('**/api/app/sports/matches?*', async (route) => {
    const response = await route.fetch()
    const envelope = (await response.json()) as { data: object }
    await route.fulfill({ response, json: { ...envelope, data: { ...envelope.data, matches: [] } } })
  })
  const sports = new SportsPage(page)
  await app.open('/footballPage')
  await expect(page.getByText('Nada ao vivo agora')).toBeVisible()
  await look(page, host, 'guest-footballPage-empty')
  await app.button('Ver próximas').click()
  await expect(sports.tab('Próximas')).toHaveAttribute('aria-selected', 'true')
  await expect(page.getByText('Nada nas próximas 24 horas')).toBeVisible()
})

test('long names on a small phone, and large text, fit @full', async ({ app, page, host, sandbox }) => {
  const { matchId, home, away } = await newMatch(sandbox, {
    ...live,
    home: `Independiente Rivadavia ${randomUUID().slice(0, 4)}`,
    away: `Wolverhampton Wanderers ${randomUUID().slice(0, 4)}`,
  })
  const sports = new SportsPage(page)
  if (host === 'web') await page.setViewportSize({ width: 320, height: 640 })
  for (const scale of [100, 200]) {
    await app.open('/footballPage')
    await page.evaluate((stored) => localStorage.setItem('textScale', String(stored)), scale)
    await page.reload()
    await expect(sports.row(home, away)).toBeVisible()
    expect(await textsThatDoNotFit(page), `the board at ${scale} %`).toEqual([])
    await expectAccessible(page, `the board at ${scale} %`)
    await app.open(`/footballPage?match=${matchId}`)
    await expect(sports.market('Resultado final')).toBeVisible()
    expect(await textsThatDoNotFit(page), `the match at ${scale} %`).toEqual([])
    await expectAccessible(page, `the match at ${scale} %`)
  }
})
