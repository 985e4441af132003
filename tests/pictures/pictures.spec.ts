import type { Page } from '@playwright/test'
import { pagePaths } from '#contract/pages.ts'
import { expect, test } from '../e2e/fixtures.ts'
import { fixSeeds, GamePage } from '../e2e/page-models/game-page.ts'
import { AccessOverlay } from '../e2e/page-models/access-overlay.ts'
import { CashierOverlay } from '../e2e/page-models/cashier-overlay.ts'
import { ChatPanel } from '../e2e/page-models/chat-panel.ts'
import { Menus } from '../e2e/page-models/menus.ts'
import { MinesPage } from '../e2e/page-models/mines-page.ts'
import { Prompts } from '../e2e/page-models/prompts.ts'
import { SlipPanel } from '../e2e/page-models/slip-panel.ts'
import { findRound, SlotPage, wins } from '../e2e/page-models/slot-page.ts'
import { SportsPage } from '../e2e/page-models/sports-page.ts'
import { live } from '../e2e/matches.ts'
import { minesSeeds } from '../e2e/minesSeeds.ts'
import { callAs } from '../e2e/playerApi.ts'
import { walkTo } from '../e2e/textFit.ts'
import { expectPictures, watchTraffic } from './gallery.ts'
import {
  betOnHome,
  finish,
  makeMatch,
  makeRegular,
  playDouble,
  setStage,
  stageTime,
  withdraw60,
} from './stage.ts'

// Every screen and overlay at three sizes, compared with its reviewed baseline: `npm run test:pictures`.

const username = 'ana@example.com'
/** Pages whose address needs a value, or more than its name. */
const addresses: Partial<Record<string, string>> = {
  active: '/active1',
  invitation: '/yANA2027',
  link: '/zgoexpired',
  play: '/play?game=carnaval',
}
/** A test of its own shows them: they need an answer of the server, or open a dialog. */
const ownTests = ['play', 'invitation', 'sharedTicket', 'voucher', 'terminalLogin']
/** They turn guests away. */
const ofPlayers = ['dice', 'share', 'gameMess']
const names = Object.keys(pagePaths).filter((name) => !ownTests.includes(name))
const addressOf = (name: string) => addresses[name] ?? pagePaths[name as keyof typeof pagePaths]

// docs/product.md, "Known answers".
const diceSeeds = ['f2ac89b608eeb01312d115bce6741b32', '86ff027f15c48241af7f54a726690ee7'] as const
const limboSeeds = ['5c5c42b55822f994bd955a4416775190', '40cea334816e7a68ed62d208ce4a2572'] as const
const towerSeeds = ['f0344667883e7628a041d8e500e6d203', '2a73709723181740d73e64233275c29c'] as const
const colourSeeds = ['f7b51b19a4563681f2c1e00ef747884a', '94ffb08138facf8cffa9c376d703aaed'] as const

// Dozens of pictures each, on a busy machine.
test.setTimeout(900_000)
test.beforeEach(async ({ sandbox, page }) => {
  watchTraffic(page)
  await setStage(sandbox, page)
})

test('pages of a guest', async ({ app, page, sandbox }) => {
  await playDouble(sandbox)
  await app.open('/home')
  for (const name of names.filter((each) => !ofPlayers.includes(each))) {
    if (app.path !== addressOf(name)) await walkTo(page, addressOf(name))
    await expectPictures(page, `guest-${name}`)
  }
})

test('pages of a player', async ({ app, page, sandbox, login }) => {
  await playDouble(sandbox)
  await login({ username, inviteCode: 'ANA2027', balance: 1284.5, level: 3, lx: '20' })
  // Who has a session is taken home.
  for (const name of names.filter((each) => each !== 'registered')) {
    if (app.path !== addressOf(name)) await walkTo(page, addressOf(name))
    await expectPictures(page, `player-${name}`)
  }
})

test('overlays of a guest', async ({ app, page, sandbox }) => {
  const { token } = await sandbox.createUser({ username, inviteCode: 'ANA2027' })
  // The page of the invitation says who invites: the name that the server makes is another in every run.
  await callAs(sandbox, token, '/api/app/user/nickname', { nickname: 'Lua_Cheia' })
  const access = new AccessOverlay(page, sandbox)
  const menus = new Menus(page)
  for (const [overlay, title] of [
    ['login', 'Acesso'],
    ['register', 'Acesso'],
    ['language', 'Idioma'],
    ['terms', 'Termos de serviço'],
  ] as const) {
    await app.open(`/vip?overlay=${overlay}`)
    await app.dialog(title).waitFor()
    // The program's own font has no letters of these scripts.
    const otherScripts = ['日本語', '한국어', '简体中文'].map((language) => page.getByText(language))
    await expectPictures(page, `guest-overlay-${overlay}`, { mask: otherScripts })
  }
  await app.open('/vip?overlay=register')
  await access.dialog.getByRole('button', { name: 'Inscrever-se', exact: true }).click()
  await expectPictures(page, 'guest-overlay-register-incomplete')
  await app.open('/vip?overlay=login')
  await app.button('Esqueceu a senha?').click()
  await app.dialog('Redefinir senha').waitFor()
  await expectPictures(page, 'guest-overlay-resetPassword')
  await app.open('/vip')
  await menus.openSide()
  await expectPictures(page, 'guest-overlay-sideMenu')
  await app.open('/share')
  await app.alert.waitFor()
  await expectPictures(page, 'guest-alert-login')
  await app.open('/yANA2027')
  await access.dialog.waitFor()
  await expectPictures(page, 'guest-invitation')
})

test('a regular: home, records, messages, friends, limits', async ({ app, page, sandbox, signIn }) => {
  const regular = await makeRegular(sandbox, signIn, username)
  await app.open('/home')
  await app.waitForPlayer()
  // The dots of unread messages come last.
  await page.locator('#unread-messages').waitFor({ state: 'attached' })
  for (const name of [
    'home',
    'conta',
    'share',
    'agentJl',
    'ladderBonus',
    'gamebouns',
    'signInSheet',
    'paySuccess',
    'gameMess',
  ]) {
    if (app.path !== `/${name}`) await walkTo(page, `/${name}`)
    await expectPictures(page, `regular-${name}`)
  }
  await page.getByRole('main').getByRole('listitem').first().getByRole('link').click()
  await page.waitForURL(/\?id=/)
  await expectPictures(page, 'regular-message')
  await walkTo(page, '/registros')
  for (const [tab, name] of [
    ['Depósitos', 'deposits'],
    ['Retiradas', 'withdrawals'],
    ['Apostas', 'bets'],
    ['Rodadas', 'rounds'],
    ['Bônus', 'bonuses'],
  ] as const) {
    await page.getByRole('tab', { name: tab, exact: true }).click()
    await expectPictures(page, `regular-registros-${name}`)
  }
  await page.getByRole('tab', { name: 'Rodadas', exact: true }).click()
  await page.getByRole('tabpanel').getByRole('listitem').first().getByRole('button').click()
  await page.getByRole('dialog').waitFor()
  await expectPictures(page, 'regular-registros-round')
  await page.keyboard.press('Escape')
  await callAs(sandbox, regular.token, '/api/app/limits', { kind: 'deposit', period: 'day', amount: 200 })
  await walkTo(page, '/jogoResponsavel')
  await expectPictures(page, 'regular-jogoResponsavel')
})

test('money: deposit, payment, withdrawal, identity, gifts', async ({ app, page, sandbox, login }) => {
  const cashier = new CashierOverlay(page)
  const prompts = new Prompts(page)
  await login({
    username,
    kyc: 0,
    gift: 1,
    lx: '20',
    messenger: 'https://t.me/palpite',
    balance: 1284.5,
    payDiscount: { discount: 0.1, expiredTime: new Date(stageTime.getTime() + 3_600_000).toISOString() },
  })
  await prompts.award.waitFor()
  await expectPictures(page, 'player-overlay-award')
  await app.open('/conta?overlay=deposit')
  const identity = app.dialog('Verificação de identidade')
  await identity.waitFor()
  await expectPictures(page, 'player-overlay-editBank')
  await identity.getByRole('textbox', { name: 'Nome completo' }).fill('Ana Souza')
  await identity.getByRole('textbox', { name: 'CPF' }).fill('52998224725')
  await identity.getByRole('button', { name: 'Enviar' }).click()
  await identity.waitFor({ state: 'hidden' })
  await app.open('/conta?overlay=deposit')
  await cashier.package('R$ 100,00').waitFor()
  await expectPictures(page, 'player-overlay-deposit')
  await cashier.package('R$ 100,00').check()
  await cashier.dialog.getByRole('button', { name: 'Depósito', exact: true }).click()
  await cashier.confirm.waitFor()
  await expectPictures(page, 'player-overlay-confirm')
  await cashier.confirm.getByRole('button', { name: 'Confirme Para Pagar' }).click()
  await cashier.frame.waitFor()
  const payment = cashier.frame.contentFrame()
  await expectPictures(page, 'player-overlay-waiting', {
    mask: [payment.locator('img.qr'), payment.locator('#code')],
  })
  await app.button('Cancelar uma recarga').click()
  await cashier.waiting.waitFor({ state: 'hidden' })
  await app.open('/conta?overlay=deposit')
  await app.button('Ver presente').click()
  await page.waitForURL(/overlay=secondDeposit/)
  await page.getByRole('dialog').waitFor()
  await expectPictures(page, 'player-overlay-secondDeposit')
  await app.open('/conta?overlay=withdraw')
  await cashier.withdrawPanel.waitFor()
  await expectPictures(page, 'player-overlay-withdraw')
  await cashier.withdrawPanel.getByRole('button', { name: 'Destino', exact: true }).click()
  await cashier.destination.waitFor()
  await expectPictures(page, 'player-overlay-destination')
  const voucher = await sandbox.newVoucher(25)
  await app.open(new URL(voucher.url).pathname)
  await page.getByText('Vale de R$ 25,00').waitFor()
  await expectPictures(page, 'player-voucher', {
    mask: [page.getByRole('textbox', { name: 'Código do vale' })],
  })
})

test('menus and prompts of a player', async ({ app, page, sandbox, login }) => {
  const menus = new Menus(page)
  const prompts = new Prompts(page)
  await login({ username, balance: 1284.5, level: 3 })
  await app.open('/vip')
  await menus.openSide()
  await expectPictures(page, 'player-overlay-sideMenu')
  for (const [name, entry] of [
    ['textSize', 'Tamanho do texto'],
    ['privacy', 'Dados e segurança'],
  ] as const) {
    await app.open('/vip')
    await menus.openAccount()
    if (name === 'textSize') await expectPictures(page, 'player-overlay-accountMenu')
    await menus.entry(entry).click()
    await app.dialog(entry).waitFor()
    await expectPictures(page, `player-overlay-${name}`)
  }
  await app.open('/vip')
  await menus.openAccount()
  await app.button('Trocar avatar').click()
  await menus.avatar(36).waitFor()
  await expectPictures(page, 'player-overlay-avatars')
  await app.open('/vip')
  await app.online(username)
  await sandbox.offerMultiplier(username, { bouns: 1.5, amount: 200 })
  await prompts.multiplier.waitFor()
  await expectPictures(page, 'player-overlay-bonusMultiplier')
  await page.keyboard.press('Escape')
  await prompts.multiplier.waitFor({ state: 'hidden' })
  await sandbox.sendNotice(username, 'Palpite: manutenção das 23:00 às 23:30')
  await app.button('Fechar aviso').waitFor()
  await expectPictures(page, 'player-notice')
  const chat = new ChatPanel(page)
  await app.open('/vip')
  await sandbox.replyToChat(username, 'Olá, Ana! A sua retirada foi paga.')
  await chat.open()
  await expect(chat.bubbles).toHaveCount(1)
  await chat.write('Obrigada, já caiu aqui!')
  await expect(chat.bubbles).toHaveCount(2)
  await expectPictures(page, 'player-overlay-chat')
  await sandbox.patchUser(username, { testFlag: '1' })
  await app.open('/vip')
  await menus.openAccount()
  await page.getByRole('region', { name: 'Conta de teste' }).waitFor()
  await expectPictures(page, 'player-overlay-testAccount')
})

test('the reality check', async ({ app, page, sandbox, signIn }) => {
  const { token } = await signIn({ username, balance: 1284.5, level: 3 })
  await callAs(sandbox, token, '/api/app/limits/realityCheck', { minutes: 30 })
  const interval = page.waitForResponse(/limits\/session/)
  await app.open('/vip')
  await interval
  await page.clock.setFixedTime(new Date(stageTime.getTime() + 30 * 60_000))
  // The interval begins a moment after the response arrives.
  await expect(async () => {
    await page.clock.fastForward(30 * 60_000)
    await new Prompts(page).realityCheck.waitFor({ timeout: 3_000 })
  }).toPass()
  // At rest, and in front of everything.
  await new Prompts(page).realityCheck.getByRole('button', { name: 'Continuar' }).click({ trial: true })
  await expectPictures(page, 'player-overlay-realityCheck')
})

test('the start mask', async ({ app, page, sandbox }) => {
  const user = await sandbox.createUser({ username, balance: 1284.5 })
  await app.open('/home?overlay=login')
  await new AccessOverlay(page, sandbox).login({ email: user.username, password: user.password })
  await new Prompts(page).mask.waitFor()
  await expectPictures(page, 'player-startMask')
})

test('originals: won, lost, running', async ({ app, page, sandbox, login }) => {
  await login({ username, balance: 1284.5, level: 3 })
  const game = new GamePage(page)
  const mines = new MinesPage(page)
  await sandbox.setSeeds(username, minesSeeds)
  await app.open('/mines')
  await mines.setMines(3)
  await mines.bet.click()
  for (const tile of [1, 7, 13]) await mines.tile(tile).click()
  await expect(mines.tile(13)).toHaveAccessibleName(/diamante/)
  await expectPictures(page, 'player-mines-running')
  await mines.cashOut.click()
  await expect(mines.result).toContainText('você ganhou')
  await expectPictures(page, 'player-mines-won')
  await sandbox.setSeeds(username, minesSeeds)
  await app.open('/mines')
  await mines.setMines(3)
  await mines.bet.click()
  await mines.tile(14).click()
  await expect(mines.result).toContainText('mina')
  await expectPictures(page, 'player-mines-lost')

  await fixSeeds(sandbox, username, diceSeeds, 0)
  await app.open('/dice')
  await game.play()
  await expect(game.result).toContainText('28,07')
  await expectPictures(page, 'player-dice-played')
  await page.getByRole('button', { name: 'Regras' }).click()
  await page.getByRole('dialog').waitFor()
  await expectPictures(page, 'player-overlay-gameRules')
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  await app.button('Jogo justo (Justiça)').click()
  await app.dialog('Resultado verificável').waitFor()
  await expectPictures(page, 'player-overlay-fairness', {
    mask: [page.getByText('Hash da próxima semente do servidor').locator('xpath=following-sibling::*[1]')],
  })
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  await game.automatic()
  await expectPictures(page, 'player-dice-automatic')
  await game.stake.fill('5000')
  await game.bet.click()
  await new Prompts(page).lowBalance.waitFor()
  await expectPictures(page, 'player-overlay-gameDeposit')

  await fixSeeds(sandbox, username, limboSeeds, 1)
  await app.open('/limbo')
  await page.getByRole('textbox', { name: 'Multiplicador' }).fill('2')
  await game.play()
  await expect(game.result).toContainText('você perdeu')
  await expectPictures(page, 'player-limbo-lost')

  await fixSeeds(sandbox, username, towerSeeds, 2)
  await app.open('/rowDouble')
  await page.getByRole('radio', { name: 'Difícil' }).check()
  await game.bet.click()
  for (const row of [1, 2]) await page.getByRole('button', { name: `Linha ${row}, casa 1` }).click()
  await expect(game.result).toContainText('3,96x')
  await expectPictures(page, 'player-rowDouble-running')

  await fixSeeds(sandbox, username, colourSeeds, 9)
  await app.open('/luckyColor')
  for (const pick of ['Verde', 'Número 5']) await app.button(pick).click()
  await expectPictures(page, 'player-luckyColor-picked')

  const round = await playDouble(sandbox)
  await app.open('/double')
  await page.getByRole('radio', { name: 'Vermelho' }).check()
  await game.bet.click()
  await expect(game.result).toHaveText('Suas apostas: R$ 10,00')
  await expectPictures(page, 'player-double-bet')
  await sandbox.stopClock(new Date(Date.parse(round.bettingEndsAt) + 4_000))
  await page.clock.setFixedTime(new Date(Date.parse(round.bettingEndsAt) + 4_000))
  await expect(game.result).toContainText('1, Vermelho')
  await expectPictures(page, 'player-double-result')
})

test('a slot', async ({ app, page, sandbox, signIn }) => {
  await signIn({ username, balance: 1284.5, level: 3 })
  const target = findRound('carnaval', wins(24, 60))
  await sandbox.setSeeds(username, target.seeds)
  const slot = new SlotPage(page, 'carnaval')
  await app.open('/play?game=carnaval')
  await slot.ready()
  await expectPictures(page, 'player-play')
})

test('sports: board, match, slip, tickets', async ({ app, page, sandbox, login }) => {
  const { token } = await login({ username, balance: 1284.5, level: 3 })
  const [sports, slip] = [new SportsPage(page), new SlipPanel(page)]
  const running = await makeMatch(sandbox, 'third', live)
  const first = await makeMatch(sandbox, 'first')
  // Later: of two that begin at the same moment any is offered first.
  const second = await makeMatch(sandbox, 'second', { startsInMs: 65 * 60_000 })
  await app.open(`/footballPage?match=${running.matchId}`)
  await sports.score.waitFor()
  await expectPictures(page, 'player-footballPage-live')
  await walkTo(page, '/home')
  await walkTo(page, `/footballPage?match=${first.matchId}`)
  await sports.price(`Resultado final: ${first.home} 1,85`).click()
  await expectPictures(page, 'player-footballPage-slipBar')
  await walkTo(page, '/home')
  await walkTo(page, `/footballPage?match=${second.matchId}`)
  await sports.price(`Resultado final: ${second.home} 1,85`).click()
  await slip.bar.click()
  await slip.mode('Múltipla').click()
  await slip.stake.fill('20')
  await expectPictures(page, 'player-footballPage-betslip')
  await slip.bet.click()
  await expect(slip.region).toContainText('Aposta confirmada')
  await expectPictures(page, 'player-footballPage-receipt')

  // Tickets of the same moment are listed in any order.
  await sandbox.stopClock(new Date(stageTime.getTime() + 1))
  const ticketId = await betOnHome(sandbox, token, first)
  await app.open('/footballPage?tickets=open')
  await expect(slip.tickets).toHaveCount(2)
  // The server puts a count of some seconds ago into the page, and while the clock stands still it stays so old.
  const mask = [page.getByRole('button', { name: /^Futebol, / })]
  await expectPictures(page, 'player-footballPage-tickets-open', { mask })
  await finish(sandbox, first)
  await page.getByRole('tab', { name: 'Finalizadas', exact: true }).click()
  await expect(slip.tickets).toHaveCount(1)
  await expectPictures(page, 'player-footballPage-tickets-settled', { mask })
  const { url } = await callAs<{ url: string }>(sandbox, token, `/api/app/sports/ticketLink/${ticketId}`)
  await app.open(new URL(url).pathname)
  await page.getByRole('listitem').first().waitFor()
  await expectPictures(page, 'guest-sharedTicket')
})

test('the account: profile, notices, passkeys, saved keys, receipts, results', async ({
  app,
  page,
  sandbox,
  signIn,
}) => {
  const { token } = await makeRegular(sandbox, signIn, username)
  await callAs(sandbox, token, '/api/app/user/nickname', { nickname: 'Lua_Cheia' })
  for (const [overlay, title] of [
    ['profile', 'Perfil público'],
    ['notifications', 'Avisos'],
    ['privacy', 'Dados e segurança'],
  ] as const) {
    await app.open(`/vip?overlay=${overlay}`)
    await app.dialog(title).waitFor()
    await expectPictures(page, `regular-overlay-${overlay}`)
  }
  await app
    .dialog('Dados e segurança')
    .getByRole('heading', { name: 'Chaves de acesso' })
    .scrollIntoViewIfNeeded()
  await expectPictures(page, 'regular-overlay-passkeys')
  await callAs(sandbox, token, '/api/app/order/setCard', {
    ...{ payCardBank: 'CPF', payCardNo: '11144477735', ifsc: '11144477735' },
    ...{ name: 'Ana Souza', whatsapp: '', label: 'Conta do banco' },
  })
  await app.open('/conta?overlay=withdraw')
  await app.dialog('Depósito').getByRole('button', { name: 'Destino', exact: true }).click()
  await app.dialog('Para onde enviar').waitFor()
  await expectPictures(page, 'regular-overlay-savedKeys')
  for (const tab of ['deposits', 'withdrawals'] as const) {
    await app.open(`/registros?tab=${tab}`)
    await page.getByRole('tabpanel').getByRole('listitem').first().getByRole('button').click()
    await page.getByRole('dialog').waitFor()
    await expectPictures(page, `regular-registros-${tab}-one`)
    await page.keyboard.press('Escape')
  }
  await app.open('/resultados')
  await expectPictures(page, 'regular-results')
  await app.open('/regras?sport=tennis')
  await expectPictures(page, 'regular-sportRules')
})

test('moments: a big win, a won bet, a new level, a paid withdrawal', async ({
  app,
  page,
  sandbox,
  login,
}) => {
  const { token } = await login({ username, balance: 1284.5 })
  const limbo = new GamePage(page)
  await fixSeeds(sandbox, username, limboSeeds, 0)
  await app.open('/limbo')
  await page.getByRole('textbox', { name: 'Multiplicador' }).fill('17,41')
  await limbo.bet.click()
  await page.getByText('Vitória grande').waitFor()
  await drawMoment(page, 'player-limbo-bigWin')

  const match = await makeMatch(sandbox, 'first')
  await betOnHome(sandbox, token, match)
  await app.open('/vip')
  await app.online(username)
  await finish(sandbox, match)
  await page.getByText('Aposta ganha').waitFor()
  await drawMoment(page, 'player-moment-betWon')

  await sandbox.patchUser(username, { level: 1 })
  const level = page.getByRole('region', { name: 'Você chegou ao VIP 1!' })
  await level.getByRole('group', { name: 'Criar imagem' }).waitFor()
  await drawMoment(page, 'player-moment-level')

  await page.getByRole('button', { name: 'Fechar', exact: true }).first().click()
  await sandbox.patchUser(username, { balance: 1284.5, turnover: 0 })
  const orderId = await withdraw60(sandbox, token)
  await sandbox.call('POST withdrawals/:orderId/approve', { params: { orderId } })
  await page.getByRole('region', { name: 'Retirada paga' }).getByText('Chave').waitFor()
  // There is a message about it.
  await page.locator('#unread-messages').waitFor({ state: 'attached' })
  await drawMoment(page, 'player-moment-withdrawal')
})

/** A moment passes in seconds: the clock of the page stands while it is drawn. */
async function drawMoment(page: Page, name: string): Promise<void> {
  await page.clock.pauseAt(new Date(stageTime.getTime() + 1))
  await expectPictures(page, name, { isPaused: true })
  await page.clock.resume()
  await page.clock.setFixedTime(stageTime)
}
