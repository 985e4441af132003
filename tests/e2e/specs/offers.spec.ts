import { expectAccessible } from '../axe.ts'
import { expect, test } from '../fixtures.ts'
import { CashierOverlay } from '../page-models/cashier-overlay.ts'
import { useOwnServer } from '../ownServer.ts'
import { fixSeeds, GamePage } from '../page-models/game-page.ts'
import { Prompts } from '../page-models/prompts.ts'
import { betDice, deposit100 } from '../playerApi.ts'
import { beginSession } from '../session.ts'

// Offers come after days: its clock is moved.
useOwnServer()

const dayMs = 24 * 3_600_000
// docs/product.md, "Known answers", from nonce 3: 54.86, 9.66, 93.25.
const seeds = ['f2ac89b608eeb01312d115bce6741b32', '86ff027f15c48241af7f54a726690ee7'] as const

// A player gets here by deposits and bets alone: no state is set, no event is sent.
test('bets and deposits bring a level, USDT, a gift, a multiplied bonus the next day and a discount after a month @full', async ({
  app,
  page,
  host,
  sandbox,
  signIn,
  baseURL,
}) => {
  const user = await signIn({ balance: 20_000, messenger: 'https://t.me/palpite-e2e' })
  const cashier = new CashierOverlay(page)
  const prompts = new Prompts(page)
  /** Pays the newest order, as the provider does. Returns its amount. */
  const payOrder = async () => {
    await expect(cashier.waiting).toBeVisible()
    const order = (await sandbox.orders(user.username)).find(({ status }) => status === '00')
    if (!order) throw new Error('no order')
    await sandbox.settleOrder(order.orderId, 'pay')
    await expect(cashier.waiting).toBeHidden()
    return order.amount
  }
  /** What `act` adds to the two wallets. */
  const gainOf = async (act: () => Promise<unknown>) => {
    const before = await sandbox.readUser(user.username)
    await act()
    const after = await sandbox.readUser(user.username)
    return [after.balance - before.balance, after.freeBalance - before.freeBalance].map((gain) =>
      gain.toFixed(2),
    )
  }
  const comeBackAfter = async (days: number) => {
    // The session ends meanwhile: its page would clear what the browser stores, the next session's token too.
    if (host === 'web') await page.goto('about:blank')
    await sandbox.advanceClock(days * dayMs)
    await beginSession({ page, host, sandbox, origin: baseURL ?? '', user })
  }

  await test.step('VIP 4 by R$ 2.000 of deposits and R$ 15.000 of bets', async () => {
    await app.open('/home?overlay=deposit')
    await cashier.dialog.getByRole('checkbox', { name: 'Não participe de promoções' }).check()
    await cashier.pay('R$ 2.000,00')
    expect(await payOrder()).toBe(2_000)
    await expect(app.balance).toHaveText('R$ 22.000,00')
    await fixSeeds(sandbox, user.username, seeds, 3)
    const dice = new GamePage(page)
    await app.open('/dice')
    await dice.stake.fill('5000')
    for (const result of [
      '54,86, você ganhou R$ 9.900,00',
      '9,66, você perdeu R$ 5.000,00',
      '93,25, você ganhou R$ 9.900,00',
    ]) {
      await dice.play()
      await expect(dice.result).toHaveText(result)
    }
    await app.open('/vip')
    await expect(page.getByRole('heading', { name: 'VIP 4', exact: true })).toBeVisible()
  })

  await test.step('VIP 3 allows USDT, VIP 4 brings a gift', async () => {
    await app.open('/home')
    await expect(prompts.award).toBeVisible()
    await prompts.award.getByRole('button', { name: 'Resgatar presente' }).click()
    await expect(app.toast.filter({ hasText: 'Presente resgatado: R$ 10,00' })).toBeVisible()
    await app.open('/home?overlay=withdraw')
    await cashier.withdrawPanel.getByRole('button', { name: 'Destino' }).click()
    await expect(cashier.destination.getByRole('radio', { name: 'USDT' })).toBeVisible()
  })

  await test.step('the next day: 0.2 % of the bets, of which dice counts a quarter', async () => {
    await comeBackAfter(1)
    await app.open('/vip')
    await expect(prompts.multiplier).toContainText('R$ 3.750,00 das suas apostas de ontem contam')
    await expect(prompts.multiplier).toContainText('R$ 7,50')
    await expect.poll(() => prompts.multiplier.boundingBox()).toEqual({ x: 0, y: 0, ...page.viewportSize() })
    await prompts.multiplier.getByRole('button', { name: 'Depositar R$ 50,00' }).click()
    expect(await gainOf(async () => expect(await payOrder()).toBe(50))).toEqual(['50.00', '7.50'])
    await expect(prompts.multiplier).toBeHidden()
  })

  await test.step('after 31 days without a deposit: 0.1 % of the next one back as bonus, for 48 hours', async () => {
    await comeBackAfter(31)
    await app.open('/vip')
    await app.online(user.username)
    await app.button('Depósito').click()
    await expect(cashier.dialog).toContainText('Desconto de 0,1%')
    const left = cashier.dialog.getByLabel('Tempo restante do desconto')
    await expect(left).toHaveText(/^4[78]:\d\d:\d\d$/)
    await cashier.package('R$ 100,00').check()
    await expect(cashier.dialog).toContainText('Você paga R$ 99,90')
    await cashier.pay('R$ 100,00')
    expect(await gainOf(async () => expect(await payOrder()).toBe(99.9))).toEqual(['99.90', '0.25'])
    await app.open('/home?overlay=deposit')
    await expect(cashier.package('R$ 100,00')).toBeVisible()
    await expect(cashier.dialog).not.toContainText('Desconto de')
  })
})

test('a bonus multiplier that was closed stays closed; the next one pays exactly what it shows, rounded down @full', async ({
  app,
  page,
  host,
  sandbox,
  signIn,
  baseURL,
}) => {
  const user = await signIn({ balance: 20_000 })
  const { multiplier } = new Prompts(page)
  const cashier = new CashierOverlay(page)
  await deposit100(sandbox, user.token, 0)
  // Of a bet at 49.5 % a quarter counts: R$ 777,77; 0.2 % of it is 1.55554.
  const playUntilTomorrow = async () => {
    await fixSeeds(sandbox, user.username, seeds, 3)
    const dice = new GamePage(page)
    await app.open('/dice')
    await dice.stake.fill('3111,10')
    await dice.play()
    await expect(dice.result).toContainText('você ganhou')
    await comeBackAfter(1)
    await app.open('/vip')
    await expect(multiplier).toContainText('R$ 777,77 das suas apostas de ontem contam')
    await expect(multiplier).toContainText('R$ 1,55')
  }
  const comeBackAfter = async (days: number) => {
    // The session ends meanwhile: its page would clear what the browser stores, the next session's token too.
    if (host === 'web') await page.goto('about:blank')
    await sandbox.advanceClock(days * dayMs)
    await beginSession({ page, host, sandbox, origin: baseURL ?? '', user })
  }

  await playUntilTomorrow()
  await expect(multiplier).toContainText(
    'Rollover para retirar: 1x o depósito e 1x o bônus. Apostas de baixo risco contam menos.',
  )
  await expectAccessible(page, 'bonus-multiplier prompt')
  await multiplier.getByRole('button', { name: 'Agora não' }).click()
  await expect(multiplier).toBeHidden()
  // The next bet sends the same event, without a multiplier; the notice arrives after it.
  await betDice(sandbox, user.token, 40)
  await sandbox.sendNotice(user.username, 'depois')
  await expect(page.getByText('depois')).toBeVisible()
  await expect(multiplier).toBeHidden()

  await comeBackAfter(6)
  await playUntilTomorrow()
  await multiplier.getByRole('button', { name: 'Depositar R$ 50,00' }).click()
  await expect(cashier.waiting).toBeVisible()
  const order = (await sandbox.orders(user.username)).find(({ status }) => status === '00')
  await sandbox.settleOrder(order?.orderId ?? '', 'pay')
  await expect(multiplier).toBeHidden()
  await expect.poll(async () => (await sandbox.readUser(user.username)).freeBalance).toBe(1.55)
})
