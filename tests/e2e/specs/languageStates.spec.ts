import { defaultLanguage, languages, type LanguageCode } from '#contract/languages.ts'
import { expect, test } from '../fixtures.ts'
import { tour } from '../languageTour.ts'
import { newMatch, winner } from '../matches.ts'
import { betDice, callAs, deposit100, withdrawalInReview } from '../playerApi.ts'
import { textsIn } from '../texts.ts'
import { walkTo } from '../textFit.ts'

// Pages in later states (bets, receipts, pauses, failures), in several languages on a small phone; initial states are in
// languages.spec.ts. In the browser only, like languagePrompts.spec.ts.

const { account, auth, common, limits, money, own, rewards, sports } = textsIn(defaultLanguage)

test.use({ viewport: { width: 320, height: 640 } })
// Each screen is measured in several languages.
test.describe.configure({ timeout: 240_000 })

test('languages: a bet from the price to its ticket @full', async ({ app, page, host, sandbox, login }) => {
  const { measure, button, tab } = tour(page, host)
  const { token, username } = await login({ balance: 1284.5 })
  const [first, second] = [await newMatch(sandbox), await newMatch(sandbox)]
  const slip = page.getByRole('region', { name: sports.slip.title, exact: true })
  const price = (name: string) => page.getByRole('button', { name: new RegExp(`: ${name} `) }).first()

  await walkTo(page, `/footballPage?match=${first.matchId}`)
  await app.online(username)
  await price(first.home).click()
  await price(sports.options.draw).click()
  await measure('player-footballPage-slipBar')
  await page.locator('[data-slip="bar"] button').click()
  await tab(sports.slip.parlay).click()
  await measure('player-footballPage-slip-conflict')
  await button(sports.slip.remove.replace('{{option}}', sports.options.draw)).click()
  await button(sports.slip.close).click()
  // From one match to another the page stays.
  await walkTo(page, '/home')
  await walkTo(page, `/footballPage?match=${second.matchId}`)
  await price(second.home).click()
  await page.locator('[data-slip="bar"] button').click()
  await slip.getByRole('button', { name: sports.slip.bet, exact: true }).click()
  await measure('player-footballPage-slip-parlay')
  await slip.getByRole('textbox', { name: sports.slip.stake }).fill('20')
  await slip.getByRole('button', { name: sports.slip.bet, exact: true }).click()
  await slip.getByText(sports.slip.receipt).waitFor()
  await measure('player-footballPage-receipt')
  await button(sports.slip.seeTickets).click()

  await callAs(sandbox, token, '/api/app/sports/bet', {
    amount: 10,
    policy: 'any',
    legs: [{ matchId: first.matchId, key: winner.away, odds: 4.2 }],
  })
  await app.open('/footballPage?tickets=open')
  const tickets = page.getByRole('region', { name: sports.tickets.title }).locator('li[aria-labelledby]')
  await expect(tickets).toHaveCount(2)
  // The confirmation expires a few seconds after the first press, so each language needs a new one.
  const startCashOut = async (code: LanguageCode) => {
    const { title, cashOut, keep } = textsIn(code).sports.tickets
    const ticket = page.getByRole('region', { name: title }).locator('li[aria-labelledby]').first()
    const offer = ticket.getByRole('button', {
      name: new RegExp(`^${cashOut.replace('{{amount}}', () => 'R\\$.+')}$`),
    })
    await offer.or(ticket.getByRole('button', { name: keep, exact: true })).click()
    if (await offer.isVisible()) await offer.click()
  }
  await startCashOut(defaultLanguage)
  await measure('player-footballPage-tickets-open', startCashOut)
  for (const { matchId } of [first, second]) {
    await sandbox.scriptMatch({ matchId, period: 3, homeScore: 2, awayScore: 0 })
    await sandbox.scriptMatch({ matchId, finish: true })
  }
  await tab(sports.tickets.settled).click()
  await expect(tickets).toHaveCount(2)
  await measure('player-footballPage-tickets-settled')
  await walkTo(page, '/home')
  await walkTo(page, `/footballPage?match=${first.matchId}`)
  await page.getByText(sports.match.over, { exact: true }).waitFor()
  await measure('player-footballPage-match-over')
  await walkTo(page, '/home')
  await walkTo(page, '/footballPage?match=none')
  await page.getByText(sports.match.gone, { exact: true }).waitFor()
  await measure('player-footballPage-match-none')

  await walkTo(page, '/home')
  await page.route('**/api/app/sports/**', (route) => route.abort())
  await walkTo(page, '/footballPage?sport=tennis')
  await button(common.actions.retry).waitFor()
  await measure('player-footballPage-failed')
})

test('languages: receipts, records, messages, a slot, an old link @full', async ({
  app,
  page,
  host,
  sandbox,
  login,
}) => {
  const { measure, tab } = tour(page, host)
  const { token, username } = await login({ balance: 1284.5 })
  await walkTo(page, '/paySuccess')
  await page.getByText(account.receipt.none, { exact: true }).waitFor()
  await measure('player-paySuccess-none')
  const { orderId } = await callAs<{ orderId: string }>(sandbox, token, '/api/app/order/prePay/brl-50', {
    gift: 1,
    pkgId: 'brl-50',
    isapp: 0,
  })
  await app.open(`/paySuccess?order=${orderId}`)
  await page.getByText(account.receipt.pending, { exact: true }).waitFor()
  await measure('player-paySuccess-pending')
  await sandbox.settleOrder(orderId, 'cancel')
  await page.getByText(account.receipt.ended, { exact: true }).waitFor()
  await measure('player-paySuccess-ended')
  await deposit100(sandbox, token)
  await app.open('/paySuccess')
  await page.getByText(account.receipt.paid, { exact: true }).waitFor()
  await measure('player-paySuccess-paid')

  for (let bets = 0; bets < 3; bets++) await betDice(sandbox, token, 10)
  await walkTo(page, '/registros')
  const rows = page.getByRole('tabpanel').getByRole('listitem')
  await rows.first().waitFor()
  await measure('player-registros-deposits')
  await tab(account.records.tabs.rounds).click()
  await expect(rows).toHaveCount(3)
  await measure('player-registros-rounds')
  await rows.first().getByRole('button').click()
  await page.getByRole('dialog').waitFor()
  await measure('player-registros-detail')
  await page.keyboard.press('Escape')
  await sandbox.patchUser(username, { turnover: 0 })
  const withdrawalId = await withdrawalInReview(sandbox, token)
  await callAs(sandbox, token, `/sandbox/api/withdrawals/${withdrawalId}/refuse`, {
    reason: 'detailsRejected',
  })
  await tab(account.records.tabs.withdrawals).click()
  await rows.first().getByRole('button').click()
  await page.getByText(account.records.detail.refused.detailsRejected.reason).waitFor()
  await measure('player-registros-refused')
  await page.keyboard.press('Escape')

  await walkTo(page, '/gameMess')
  await page.getByRole('main').getByRole('listitem').first().getByRole('link').click()
  await page.waitForURL(/\?id=/)
  await measure('player-gameMess-message')
  await app.open('/gameMess?id=none')
  await page.getByText(rewards.inbox.unknown, { exact: true }).waitFor()
  await measure('player-gameMess-unknown')
  await walkTo(page, '/active999')
  await measure('player-active-unknown')
  await walkTo(page, '/yNOBODY')
  await measure('player-invitation-unknown')

  await app.open('/play?game=amazonia')
  const frame = page.frameLocator('iframe:not([data-other-tab])')
  await frame.getByRole('textbox').first().waitFor({ timeout: 45_000 })
  const frameHtml = frame.locator('html')
  await measure('player-play', (code) => expect(frameHtml).toHaveAttribute('lang', languages[code].locale))
  await app.open('/play?game=none')
  await measure('player-play-none')

  await app.open('/zgoexpired')
  await page.getByText(auth.link.expiredTitle, { exact: true }).waitFor()
  await measure('player-zgo-expired')
})

test('languages: limits, a pause, and failed loads @full', async ({ app, page, host, sandbox, login }) => {
  const { measure, button } = tour(page, host)
  const { token } = await login({ balance: 1284.5 })
  await callAs(sandbox, token, '/api/app/limits', { kind: 'deposit', period: 'day', amount: 200 })
  await app.open('/conta?overlay=deposit')
  await page.getByText(money.deposit.ownLimit).waitFor()
  await page.getByRole('radio').last().check()
  await measure('player-overlay-deposit-limit')
  await walkTo(page, '/jogoResponsavel')
  const named = (text: string, values: Record<string, string>) =>
    text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => values[name] ?? '')
  const daily = { kind: limits.limits.kinds.deposit, period: limits.limits.periods.day }
  await page.locator(`button[aria-label^="${named(limits.limits.edit, daily)}"]`).click()
  await page.getByRole('dialog', { name: named(limits.edit.title, daily), exact: true }).waitFor()
  await measure('player-jogoResponsavel-limit')
  await page.keyboard.press('Escape')
  await button(own.pause.timeOutStart).click()
  const question = page.getByRole('alertdialog', { name: own.pause.timeOutStart, exact: true })
  await question.waitFor()
  await measure('player-jogoResponsavel-question')
  await question.getByRole('button', { name: own.pause.confirm, exact: true }).click()
  await page.getByText(limits.pause.active, { exact: true }).waitFor()
  await measure('player-jogoResponsavel-paused')
  await walkTo(page, '/home')
  await measure('player-home-paused', () => app.open('/home'))

  // appInfo too: while it responds, what failed is loaded again and again.
  const asks = ['order/records', 'agent', 'messages', 'promotions', 'rewards', 'limits', 'main/appInfo']
  await page.route(new RegExp(`/api/app/(${asks.join('|')})`), (route) => route.abort())
  for (const path of ['/registros', '/agentJl', '/gameMess', '/jogoResponsavel']) {
    await walkTo(page, path)
    await button(common.actions.retry).first().waitFor()
    await measure(`player${path.replaceAll('/', '-')}-failed`)
  }
  await page.context().setOffline(true)
  await page.getByText(common.status.offline).first().waitFor()
  await measure('player-offline')
})
