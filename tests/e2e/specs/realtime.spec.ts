import { expectAccessible } from '../axe.ts'
import { expect, test } from '../fixtures.ts'
import { CashierOverlay } from '../page-models/cashier-overlay.ts'
import { Menus } from '../page-models/menus.ts'
import { MinesPage } from '../page-models/mines-page.ts'
import { betDice, deposit100 } from '../playerApi.ts'
import { walkTo } from '../textFit.ts'

test(
  'pushed balances show on a page, in a game and in an open menu',
  { tag: '@window' },
  async ({ app, page, sandbox, signIn }) => {
    const user = await signIn({ balance: 100 })
    let balance = 100
    // The same player deposits on another device.
    await app.open('/home')
    for (const path of ['/home', '/registros', '/mines', '/vip']) {
      if (app.path !== path) await walkTo(page, path)
      // The page has loaded: from now on only a push changes it.
      await expect(app.balance).toHaveText(`R$ ${balance},00`)
      await app.online(user.username)
      await deposit100(sandbox, user.token, 0)
      balance += 100
      await expect(app.balance).toHaveText(`R$ ${balance},00`)
    }
    const menus = new Menus(page)
    await menus.openAccount()
    await deposit100(sandbox, user.token)
    await expect(menus.account).toContainText('R$ 0,15')
    await app.open('/conta')
    const card = page.getByRole('region', { name: 'Seu saldo' })
    await expect(card).toContainText('R$ 600,00')
    await app.online(user.username)
    await expect(card).toContainText('R$ 0,15')
    await deposit100(sandbox, user.token, 0)
    await expect(card).toContainText('R$ 700,00')
  },
)

test(
  'pushed user info shows: level, discount and gift, also while an overlay is open',
  { tag: '@window' },
  async ({ app, page, sandbox, signIn }) => {
    const user = await signIn({ balance: 500 })
    await app.open('/vip')
    await app.online(user.username)
    await expect(page.getByRole('heading', { name: 'VIP 0', exact: true })).toBeVisible()
    await deposit100(sandbox, user.token, 0)
    await betDice(sandbox, user.token, 400)
    await expect(page.getByRole('heading', { name: 'VIP 1', exact: true })).toBeVisible()
    await app.button('Depósito').click()
    const cashier = new CashierOverlay(page)
    await expect(cashier.package('R$ 100,00')).toBeVisible()
    // Here by the operator, while the deposit is open; offers.spec.ts earns both by play, which takes days.
    const expiredTime = new Date(Date.now() + 3_600_000).toISOString()
    await sandbox.patchUser(user.username, { payDiscount: { discount: 0.25, expiredTime }, gift: 1 })
    await expect(cashier.dialog).toContainText('Desconto de 25%')
    await expect(cashier.dialog).toContainText('Você tem um presente')
  },
)

test(
  'a notice that arrives while the page reloads is shown by the new one @full',
  { tag: '@window' },
  async ({ app, page, sandbox, login }) => {
    const user = await login()
    await app.online(user.username)
    const debug = await page.context().newCDPSession(page)
    await debug.send('Emulation.setCPUThrottlingRate', { rate: 20 })
    // The old page is gone, and the new one, on a slow machine, has not started.
    await page.reload({ waitUntil: 'commit' })
    await sandbox.sendNotice(user.username, 'Aviso de passagem')
    await debug.send('Emulation.setCPUThrottlingRate', { rate: 1 })
    await debug.detach()
    await expect(page.getByText('Aviso de passagem')).toBeVisible()
  },
)

test(
  'a notice shows in a game as on any page, the newest one @full',
  { tag: '@window' },
  async ({ app, page, sandbox, signIn }) => {
    const user = await signIn({ balance: 50 })
    await app.open('/limbo')
    await app.online(user.username)
    await sandbox.sendNotice(user.username, 'Primeiro aviso')
    await expect(page.getByText('Primeiro aviso')).toBeVisible()
    await sandbox.sendNotice(user.username, 'Segundo aviso')
    await expect(page.getByText('Segundo aviso')).toBeVisible()
    await expect(page.getByText('Primeiro aviso')).toBeHidden()
    await expectAccessible(page, 'notice banner')
    await app.button('Fechar aviso').click()
    await expect(page.getByText('Segundo aviso')).toBeHidden()
  },
)

test(
  'bets placed elsewhere move the VIP progress @full',
  { tag: '@window' },
  async ({ app, page, sandbox, signIn }) => {
    const user = await signIn({ balance: 100 })
    await app.open('/vip')
    await app.online(user.username)
    await betDice(sandbox, user.token, 40)
    await expect(page.getByRole('progressbar', { name: 'Apostas' })).toHaveAttribute(
      'aria-valuetext',
      /^R\$\s40,00 de/,
    )
  },
)

test(
  'a payment made elsewhere closes the payment page and is in records and account',
  { tag: '@window' },
  async ({ app, page, sandbox, login }) => {
    const user = await login()
    await app.online(user.username)
    const cashier = new CashierOverlay(page)
    await app.button('Depositar').click()
    await cashier.pay('R$ 50,00')
    await expect(cashier.waiting).toBeVisible()
    const [order] = await sandbox.orders(user.username)
    await sandbox.settleOrder(order?.orderId ?? '', 'pay')
    await expect(cashier.waiting).toBeHidden()
    await expect(cashier.dialog).toBeHidden()
    await expect(app.balance).toHaveText('R$ 50,00')
    await app.open('/registros')
    await expect(page.getByRole('tabpanel').getByRole('listitem')).toHaveCount(1)
    await deposit100(sandbox, user.token)
    await expect(page.getByRole('tabpanel').getByRole('listitem')).toHaveCount(2)
  },
)

test(
  'every screen catches up after a reconnect, without a reload @full',
  { tag: '@window' },
  async ({ app, page, sandbox, login }) => {
    const user = await login({ kyc: 1 })
    let balance = 0
    /** Deposits R$ 100 while the connection is down. */
    const depositWhileDisconnected = async () => {
      await app.online(user.username)
      await sandbox.setFaults(user.username, { dropSockets: true, socketsAwayMs: 1_500 })
      await expect.poll(() => sandbox.isOnline(user.username)).toBe(false)
      await deposit100(sandbox, user.token, 0)
      balance += 100
      expect(await sandbox.isOnline(user.username)).toBe(false)
    }
    await walkTo(page, '/registros')
    await depositWhileDisconnected()
    await expect(app.balance).toHaveText(`R$ ${balance},00`)
    await expect(page.getByRole('tabpanel').getByRole('listitem')).toHaveCount(1)
    await walkTo(page, '/conta')
    await depositWhileDisconnected()
    await expect(page.getByRole('region', { name: 'Seu saldo' })).toContainText(`R$ ${balance},00`)
    await expect(
      page.getByRole('region', { name: 'Últimas movimentações' }).getByRole('listitem'),
    ).toHaveCount(2)
    await walkTo(page, '/gameMess')
    const unread = page.getByRole('list', { name: 'Mensagens' }).getByRole('link', { name: /Depósito de/ })
    await expect(unread).toHaveCount(2)
    await depositWhileDisconnected()
    await expect(unread).toHaveCount(3)
  },
)

test(
  'a payment that arrives while disconnected still closes the payment page @full',
  { tag: '@host' },
  async ({ app, page, sandbox, login }) => {
    const user = await login()
    await app.online(user.username)
    const cashier = new CashierOverlay(page)
    await app.button('Depositar').click()
    await cashier.pay('R$ 100,00')
    await expect(cashier.waiting).toBeVisible()
    await sandbox.setFaults(user.username, { dropSockets: true, socketsAwayMs: 1_500 })
    await expect.poll(() => sandbox.isOnline(user.username)).toBe(false)
    const [order] = await sandbox.orders(user.username)
    await sandbox.settleOrder(order?.orderId ?? '', 'pay')
    await expect(cashier.waiting).toBeHidden()
    await expect(app.balance).toHaveText('R$ 100,00')
  },
)

test('without any network the page says so, and recovers when it is back', async ({
  app,
  page,
  sandbox,
  signIn,
  host,
}) => {
  test.skip(
    host === 'electron',
    'the main process makes the connections there: the test of dropped sockets covers it',
  )
  const user = await signIn({ balance: 20 })
  await app.open('/conta')
  await app.online(user.username)
  await page.context().setOffline(true)
  await expect(page.getByText('Sem conexão. Tentando de novo…')).toBeVisible()
  await sandbox.patchUser(user.username, { balance: 321 })
  await page.context().setOffline(false)
  await expect(page.getByText('Sem conexão. Tentando de novo…')).toBeHidden()
  await expect(app.balance).toHaveText('R$ 321,00')
})

test('a bet whose response is lost is placed once, and the screen shows its cost @full', async ({
  app,
  page,
  sandbox,
  signIn,
  host,
}) => {
  test.skip(host === 'electron', 'a test can only cut off requests that the page makes itself')
  const user = await signIn({ balance: 100 })
  const mines = new MinesPage(page)
  await app.open('/mines')
  await app.online(user.username)
  await mines.stake.fill('10,00')
  let lost = 0
  await page.route('**/api/app/game/mines/bet', async (route) => {
    if (lost++ > 0) return route.continue()
    // The server has it; the response never arrives.
    await route.fetch()
    await route.abort('connectionreset')
  })
  await mines.bet.click()
  await expect(mines.tile(1)).toBeEnabled()
  await expect(app.balance).toHaveText('R$ 90,00')
  expect(lost).toBe(2)
  expect((await sandbox.readUser(user.username)).balance).toBe(90)
})

test(
  'a logout on another device leaves this page logged in',
  { tag: '@window' },
  async ({ app, sandbox, signIn, serverUrl }) => {
    const user = await signIn()
    await app.open('/vip')
    await app.online(user.username)
    const ended = await fetch(`${serverUrl}/api/app/user/logout`, {
      method: 'POST',
      headers: { authorization: user.token, 'content-type': 'application/json' },
      body: '{}',
    })
    // That ended the sandbox's session; the page has its own.
    expect(ended.status).toBe(200)
    await app.button('Atualizar saldo').click()
    await expect(app.balance).toBeVisible()
    expect(await sandbox.isOnline(user.username)).toBe(true)
  },
)
