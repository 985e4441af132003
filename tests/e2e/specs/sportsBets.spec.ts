import type { Page } from '@playwright/test'
import type { Sandbox } from '../../../scripts/Sandbox.ts'
import { expectAccessible } from '../axe.ts'
import { betOnHome } from '../betOnHome.ts'
import { linesOf } from '../boxes.ts'
import { expect, test } from '../fixtures.ts'
import { look } from '../look.ts'
import { live, newMatch, prices, winner } from '../matches.ts'
import { AccessOverlay } from '../page-models/access-overlay.ts'
import type { PalpiteApp } from '../page-models/palpite-app.ts'
import { SlipPanel } from '../page-models/slip-panel.ts'
import { SportsPage } from '../page-models/sports-page.ts'
import { saveFile } from '../saveFile.ts'

test('a single from the slip to its payout in the wallet, and its row in the records', async ({
  app,
  page,
  host,
  sandbox,
  signIn,
}) => {
  const { username } = await signIn({ balance: 100 })
  const match = await newMatch(sandbox)
  const [sports, slip] = [new SportsPage(page), new SlipPanel(page)]
  await app.open('/footballPage')
  await app.online(username)
  await sports.tab('Próximas').click()
  // A few matches, whose names are one typing error away, instead of a whole board, for which axe takes seconds.
  await page.getByRole('searchbox', { name: 'Buscar partida, time ou liga' }).fill(match.home)
  await expect.poll(() => page.getByRole('main').getByRole('article').count()).toBeLessThan(8)
  await sports.price(`Resultado final: ${match.home} 1,85`).click()
  await expect(slip.bar).toHaveText('Bilhete1odds 1,85')
  await slip.bar.click()
  await slip.bet.click()
  await expect(slip.stake).toBeFocused()
  await expect(slip.stake).toHaveAccessibleDescription('Digite o valor da aposta')
  await slip.stake.fill('5000,01')
  await expect(slip.stake).toHaveAccessibleDescription('Aposta máxima: R$ 5.000,00')
  await slip.stake.fill('20')
  await expect(slip.legs.first()).toContainText('R$ 37,00')
  await look(page, host, 'player-footballPage-slip')
  await slip.bet.click()
  await expect(slip.region).toContainText('Aposta confirmada')
  await expect(app.balance).toHaveText('R$ 80,00')
  await expectAccessible(page, 'receipt')
  await slip.seeTickets()
  await expect(slip.tickets).toHaveCount(1)
  await expect(slip.tickets.first()).toContainText('Confirmada')
  await sandbox.scriptMatch({ matchId: match.matchId, period: 3, homeScore: 2, awayScore: 0 })
  await sandbox.scriptMatch({ matchId: match.matchId, finish: true })
  await expect(app.balance).toHaveText('R$ 117,00')
  await page.getByRole('tab', { name: 'Finalizadas' }).click()
  await expect(slip.tickets.first()).toContainText('Ganha')
  await expect(slip.tickets.first()).toContainText('Ganha · 1,85')
  await look(page, host, 'player-footballPage-tickets')
  await app.open('/registros?tab=bets')
  const row = page.getByRole('tabpanel').getByRole('listitem').first()
  await expect(row).toContainText('Futebol')
  await expect(row).toContainText('+R$ 17,00')
  await expect(row).toContainText('Ganha')
  await row.getByRole('button').click()
  await expect(app.dialog('Futebol')).toContainText(`${match.home} × ${match.away}`)
})

test('a parlay whose first leg is half won pays 157,57 @full', async ({
  app,
  page,
  sandbox,
  signIn,
  electronApp,
}) => {
  const { username } = await signIn({ balance: 100 })
  const first = await newMatch(sandbox, { odds: { ...prices, 'handicap:1:home:-0.75': 2 } })
  const others = []
  for (const odds of [2.2, 1.91, 2.5]) {
    others.push(await newMatch(sandbox, { odds: { ...prices, [winner.home]: odds } }))
  }
  const [sports, slip] = [new SportsPage(page), new SlipPanel(page)]
  await app.open('/footballPage')
  await app.online(username)
  await sports.tab('Próximas').click()
  for (const [index, odds] of ['2,20', '1,91', '2,50'].entries()) {
    await sports.price(`Resultado final: ${others[index]?.home} ${odds}`).click()
  }
  await sports
    .row(first.home, first.away)
    .getByRole('link', { name: /mercados?$/ })
    .click()
  await sports.price(`Handicap asiático: ${first.home} -0,75 2,00`).click()
  await slip.bar.click()
  await expect(slip.mode('Múltipla')).toHaveAttribute('aria-selected', 'true')
  await slip.stake.fill('10')
  await expect(slip.region).toContainText('R$ 210,10')
  await slip.bet.click()
  await slip.seeTickets()
  await expect(slip.tickets.first()).toContainText('Múltipla · 4')
  for (const { matchId } of [first, ...others]) {
    await sandbox.scriptMatch({ matchId, period: 3, homeScore: 1, awayScore: 0 })
    await sandbox.scriptMatch({ matchId, finish: true })
  }
  await expect(app.balance).toHaveText('R$ 247,57')
  await page.getByRole('tab', { name: 'Finalizadas' }).click()
  await expect(slip.tickets.first()).toContainText('Metade ganha · 1,50 · passou da linha por 0,25')
  await expect(slip.tickets.first()).toContainText('R$ 157,57')

  for (const name of ['Compartilhar imagem', 'Stories'])
    expect(await linesOf(slip.tickets.first().getByRole('button', { name })), name).toBe(1)
  // The test browser has no share sheet: the picture is saved.
  for (const [name, height] of [
    ['Compartilhar imagem', 1350],
    ['Stories', 1920],
  ] as const) {
    const { contents: picture } = await saveFile(page, electronApp, () =>
      slip.tickets.first().getByRole('button', { name }).click(),
    )
    // The width and the height of a PNG.
    expect([picture.readUInt32BE(16), picture.readUInt32BE(20)]).toEqual([1080, height])
    expect(picture.length).toBeGreaterThan(20_000)
  }
})

test('a parlay takes one option per match; removed ones can be restored @full', async ({
  app,
  page,
  sandbox,
  signIn,
}) => {
  await signIn({ balance: 100 })
  const match = await newMatch(sandbox)
  const [sports, slip] = [new SportsPage(page), new SlipPanel(page)]
  await app.open('/footballPage')
  await sports.tab('Próximas').click()
  await sports.price(`Resultado final: ${match.home} 1,85`).click()
  await sports
    .price('Resultado final: Empate 3,40')
    .and(sports.row(match.home, match.away).getByRole('button'))
    .click()
  await slip.bar.click()
  await slip.mode('Múltipla').click()
  await expect(slip.legs.filter({ hasText: 'Mesma partida: mantenha só uma' })).toHaveCount(2)
  await expect(slip.region).toContainText('A múltipla aceita só uma seleção por partida')
  await expect(slip.bet).toBeDisabled()
  await expectAccessible(page, 'slip with a conflict')
  await slip.region.getByRole('button', { name: 'Limpar' }).click()
  await expect(slip.region).toBeHidden()
  await page.getByRole('button', { name: 'Desfazer' }).click()
  await expect(slip.legs).toHaveCount(2)
  await page.keyboard.press('Escape')
  await expect(slip.region).toBeHidden()
  await expect(slip.bar).toBeFocused()
})

test('a live bet waits for its acceptance; if suspended meanwhile, it is refused and stays in the slip', async ({
  app,
  page,
  sandbox,
  signIn,
}) => {
  await signIn({ balance: 100 })
  const match = await newMatch(sandbox, live)
  const [sports, slip] = [new SportsPage(page), new SlipPanel(page)]
  await app.open('/footballPage')
  const price = sports.price(`Resultado final: ${match.home} 1,85`)
  const betTenReais = async () => {
    await price.click()
    await slip.bar.click()
    await slip.stake.fill('10')
    await slip.bet.click()
    await expect(slip.region).toContainText('Aguardando confirmação…')
  }
  await betTenReais()
  await expect(slip.region).toContainText('Aposta confirmada')
  await page.keyboard.press('Escape')
  await betTenReais()
  await sandbox.scriptMatch({ matchId: match.matchId, suspend: true })
  await expect(slip.legs.first()).toContainText('Seleção indisponível para apostas')
  await expect(slip.region).not.toContainText('Aguardando confirmação…')
  await expect(app.balance).toHaveText('R$ 90,00')
  await slip.region.getByRole('button', { name: 'Remover indisponíveis' }).click()
  await expect(slip.region).toBeHidden()
})

test('new odds are marked and wait for confirmation @full', async ({ app, page, sandbox, signIn }) => {
  const { username } = await signIn({ balance: 100 })
  const match = await newMatch(sandbox)
  const [sports, slip] = [new SportsPage(page), new SlipPanel(page)]
  await app.open('/footballPage')
  await app.online(username)
  await sports.tab('Próximas').click()
  await sports.price(`Resultado final: ${match.home} 1,85`).click()
  await slip.bar.click()
  await slip.stake.fill('10')
  await sandbox.scriptMatch({ matchId: match.matchId, odds: { ...prices, [winner.home]: 1.6 } })
  await expect(slip.legs.first()).toContainText('Odds de 1,85 para 1,60')
  await expect(slip.bet).toBeHidden()
  await slip.region.getByRole('button', { name: 'Aceitar novas odds' }).click()
  await slip.bet.click()
  await expect(slip.region).toContainText('Aposta confirmada')
  await expect(slip.region).toContainText('R$ 16,00')
})

test('too little money opens the low-balance deposit; the slip is still there @full', async ({
  app,
  page,
  sandbox,
  signIn,
}) => {
  await signIn({ balance: 5 })
  const match = await newMatch(sandbox)
  const slip = await betOnHome(app, page, match, '10')
  await expect(page.getByRole('dialog')).toBeVisible()
  await expect(page.getByRole('dialog').getByRole('radio').first()).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(slip.stake).toHaveValue('10')
})

test('a guest builds a slip and is asked to log in for the bet @full', async ({ app, page, sandbox }) => {
  const match = await newMatch(sandbox)
  const slip = await betOnHome(app, page, match, '10')
  await expect(app.dialog('Acesso')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(slip.legs).toHaveCount(1)
  await expect(slip.stake).toHaveValue('10')
})

/** Bets R$ 10,00 at 1.85 on the home side of a new match, and shows the open ticket. */
async function openTicketOf10({
  app,
  page,
  sandbox,
  token,
  username,
}: {
  app: PalpiteApp
  page: Page
  sandbox: Sandbox
  token: string
  username: string
}) {
  const match = await newMatch(sandbox)
  await sandbox.device(token).post('/api/app/sports/bet', {
    amount: 10,
    policy: 'any',
    legs: [{ matchId: match.matchId, key: winner.home, odds: 1.85 }],
  })
  await app.open('/footballPage?tickets=open')
  await app.online(username)
  return { match, ticket: new SlipPanel(page).tickets.first() }
}

test('a ticket is cashed out by itself as soon as it is worth what the player asked for @full', async ({
  app,
  page,
  sandbox,
  signIn,
}) => {
  const { token, username } = await signIn({ balance: 100 })
  const { match, ticket } = await openTicketOf10({ app, page, sandbox, token, username })
  await ticket.getByRole('button', { name: 'Encerrar automaticamente' }).click()
  const from = ticket.getByRole('textbox', { name: 'Encerrar quando chegar a' })
  await from.fill('1')
  await expect(from).toHaveAccessibleDescription(/^Digite mais que o valor atual: R\$\s/)
  await from.fill('14')
  await ticket.getByRole('button', { name: 'Ativar' }).click()
  await expect(ticket).toContainText('Encerra automaticamente a partir de R$ 14,00')
  await expectAccessible(page, 'ticket with an automatic cash-out')
  await sandbox.scriptMatch({ matchId: match.matchId, period: 3, minute: 80, homeScore: 3, awayScore: 0 })
  await expect(page.getByText('Nenhuma aposta em aberto')).toBeVisible()
  await page.getByRole('tab', { name: 'Finalizadas' }).click()
  await expect(ticket).toContainText('Encerrada (cash out)')
  const { balance } = await sandbox.readUser(username)
  expect(balance).toBeGreaterThanOrEqual(104)
})

test('a part of a ticket is cashed out with the keyboard, and the rest wins @full', async ({
  app,
  page,
  sandbox,
  signIn,
}) => {
  const { token, username } = await signIn({ balance: 100 })
  const { match, ticket } = await openTicketOf10({ app, page, sandbox, token, username })
  await ticket.getByRole('button', { name: 'Encerrar uma parte' }).click()
  const part = ticket.getByRole('textbox', { name: 'Parte da aposta a encerrar' })
  await expect(part).toHaveValue('5,00')
  await part.fill('9,50')
  await expect(part).toHaveAccessibleDescription('De R$ 1,00 a R$ 9,00')
  const slider = ticket.getByRole('slider', { name: 'Parte da aposta em %' })
  await slider.focus()
  await page.keyboard.press('Home')
  // The first step, 5 %, is less than the smallest stake: the slider stands at 10 %.
  for (let step = 0; step < 6; step++) await page.keyboard.press('ArrowRight')
  await expect(part).toHaveValue('4,00')
  await expect(ticket.getByText('Continua em jogo').locator('..')).toContainText('R$ 6,00')
  await expectAccessible(page, 'part of a cash-out')
  const confirm = ticket.getByRole('button', { name: /^Encerrar R\$\s4,00 por R\$\s/ })
  await expect(confirm).toBeEnabled()
  // Both amounts at one moment: the offer is renewed every few seconds.
  const offer = (await ticket.textContent()) ?? ''
  const [, whole = ''] = /Encerrar por R\$\s([\d,]+)/.exec(offer) ?? []
  const [, paid = ''] = /Encerrar R\$\s4,00 por R\$\s([\d,]+)/.exec(offer) ?? []
  await confirm.press('Enter')
  await expect(ticket).toContainText(`Encerrou R$ 4,00 por R$ ${paid}`)
  const amount = Number(paid.replace(',', '.'))
  expect(amount).toBeGreaterThan(0)
  expect(amount).toBeCloseTo(Number(whole.replace(',', '.')) * 0.4, 1)
  await expect.poll(async () => (await sandbox.readUser(username)).balance).toBeCloseTo(90 + amount, 2)
  await sandbox.scriptMatch({ matchId: match.matchId, homeScore: 1, awayScore: 0, finish: true })
  await expect(page.getByText('Nenhuma aposta em aberto')).toBeVisible()
  await page.getByRole('tab', { name: 'Finalizadas' }).click()
  await expect(ticket).toContainText('R$ 11,10')
  await expect.poll(async () => (await sandbox.readUser(username)).balance).toBeCloseTo(90 + amount + 11.1, 2)
})

test('an open ticket follows its live match: minute, score, and whether it would win @full', async ({
  app,
  page,
  host,
  sandbox,
  signIn,
}) => {
  const { token, username } = await signIn({ balance: 100 })
  const { match, ticket } = await openTicketOf10({ app, page, sandbox, token, username })
  const { matchId } = match
  await expect(ticket).toContainText('Em aberto')
  await sandbox.scriptMatch({ matchId, period: 3, minute: 67, homeScore: 0, awayScore: 1 })
  await expect(ticket).toContainText('Placar 0–1')
  await expect(ticket).toContainText(/67 min|68 min/)
  await expect(ticket).toContainText('Perdendo')
  await expect(ticket).not.toContainText('Em aberto')
  await sandbox.scriptMatch({ matchId, minute: 68, homeScore: 2, awayScore: 1 })
  await expect(ticket).toContainText('Placar 2–1')
  await expect(ticket).toContainText('Ganhando')
  await expectAccessible(page, 'live ticket')
  await look(page, host, 'player-footballPage-liveTicket')
})

test('a ticket is cashed out with two clicks, and a goal before the second is shown', async ({
  app,
  page,
  sandbox,
  signIn,
}) => {
  const { token } = await signIn({ balance: 100 })
  const match = await newMatch(sandbox)
  const slip = new SlipPanel(page)
  await sandbox.device(token).post('/api/app/sports/bet', {
    amount: 10,
    policy: 'any',
    legs: [{ matchId: match.matchId, key: winner.home, odds: 1.85 }],
  })
  await app.open('/footballPage?tickets=open')
  const offer = slip.tickets.first().getByRole('button', { name: /^Encerrar por R\$\s/ })
  await expect(offer).toBeVisible()
  await expectAccessible(page, 'open tickets')
  await offer.click()
  const confirm = slip.tickets.first().getByRole('button', { name: /^Confirmar R\$\s/ })
  await expect(confirm).toBeVisible()
  await sandbox.scriptMatch({ matchId: match.matchId, period: 3, minute: 60, homeScore: 0, awayScore: 1 })
  await expect(slip.tickets.first()).toContainText('O valor mudou para')
  await confirm.click()
  await expect(page.getByText('Nenhuma aposta em aberto')).toBeVisible()
  await page.getByRole('tab', { name: 'Finalizadas' }).click()
  await expect(slip.tickets.first()).toContainText('Encerrada (cash out)')
  await expectAccessible(page, 'settled tickets')
})

test('a reload keeps the picks, but not a bet that waits for its acceptance @full', async ({
  app,
  page,
  sandbox,
  signIn,
}) => {
  await signIn({ balance: 100 })
  const [playing, coming] = [await newMatch(sandbox, live), await newMatch(sandbox)]
  const [sports, slip] = [new SportsPage(page), new SlipPanel(page)]
  for (const { matchId, home } of [playing, coming]) {
    await app.open(`/footballPage?match=${matchId}`)
    await sports.price(`Resultado final: ${home} 1,85`).click()
  }
  // Opening the second address loaded a new document, which the first pick survived.
  await slip.bar.click()
  await expect(slip.legs).toHaveCount(2)
  await slip.mode('Simples').click()
  await slip.legs.first().getByRole('textbox', { name: 'Aposta' }).fill('20')
  await slip.bet.click()
  await expect(app.balance).toHaveText('R$ 80,00')
  await page.reload()
  await expect(slip.bar).toHaveText('Bilhete1odds 1,85')
  await slip.bar.click()
  await expect(slip.legs).toHaveCount(1)
  await expect(slip.legs.first()).toContainText(coming.home)
  await app.open('/footballPage?tickets=open')
  await expect(slip.tickets).toHaveCount(1)
  await expect(slip.tickets.first()).toContainText('Confirmada')
})

test('a guest who bets comes back to the slip, with its stake, after the login @full', async ({
  app,
  page,
  sandbox,
}) => {
  const user = await sandbox.createUser({ balance: 100 })
  const match = await newMatch(sandbox)
  const slip = await betOnHome(app, page, match, '20')
  await new AccessOverlay(page, sandbox).login({ email: user.username, password: user.password })
  await expect(app.balance).toHaveText('R$ 100,00')
  await expect(page).toHaveURL(/\/footballPage/)
  await expect(slip.stake).toHaveValue('20')
  await slip.bet.click()
  await expect(slip.region).toContainText('Aposta confirmada')
  await expect(app.balance).toHaveText('R$ 80,00')
})
