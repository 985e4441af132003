import { describe, expect, it, vi } from 'vitest'
import { limitCalls } from '#contract/http/limits.ts'
import { orderCalls } from '#contract/http/order.ts'
import { CelebrationStore } from '#renderer/features/celebrations/CelebrationStore.ts'
import { DepositStore, type DepositProps } from '#renderer/overlays/cashier/DepositStore.ts'
import { createMoneyRoot, offline, refused, settled } from '../../stores/moneyRoot.ts'

const price = (pkgId: string, amount: number, gift: number, curreny: string, sort = 1) => ({
  pkgId,
  price: amount,
  gift,
  sort,
  curreny,
})
const prices = [
  price('top-5000', 5000, 2750, '', 9),
  price('brl-50', 50, 10, 'BRL', 2),
  price('brl-100', 100, 30, 'BRL', 3),
  price('ext-2000', 2000, 1000, 'EXTPAY', 8),
  price('fc-20', 20, 10, 'FCBRL'),
  price('bt-50', 50, 25, 'BTBRL'),
  price('ins-100', 100, 30, 'INSBRL'),
  price('exp-100', 100, 100, 'EXPPAY'),
]
const prePaid = {
  orderId: 'o1',
  payNo: 'p1',
  url: 'https://pay.example/o1',
  amount: 100,
  expiredTime: '2030-01-01T00:30:00Z',
}

/** Deposit limits by period, as [limit, used] in R$; the others are not set. */
type Limits = { day?: [number, number]; week?: [number, number]; month?: [number, number] }

function limitsOf(set: Limits) {
  const limits = (['day', 'week', 'month'] as const).flatMap((period) => {
    const [amount, used] = set[period] ?? [null, 0]
    return [
      { kind: 'deposit', period, amount, used, next: null },
      { kind: 'loss', period, amount: 1, used: 1, next: null },
      { kind: 'time', period, amount: 1, used: 1, next: null },
    ]
  })
  return { limits, excludedUntil: null, realityCheck: 60 }
}

/** What a player has whom the jurisdiction asks for nothing. */
const prepared = { missingLimits: [], needsConfirmedEmail: false }

const inMs = (ms: number) => new Date(Date.now() + ms)

async function setUp(
  start: Parameters<typeof createMoneyRoot>[0] = {},
  props: DepositProps = {},
  limits: Limits = {},
) {
  const fixture = createMoneyRoot(start)
  fixture.respond(orderCalls.getPrices, prices)
  fixture.respond(orderCalls.pending, null)
  fixture.respond(orderCalls.detail, null)
  fixture.respond(limitCalls.limits, limitsOf(limits))
  fixture.respond(orderCalls.prePay, prePaid)
  fixture.respond(orderCalls.getStatus, { status: '00' })
  fixture.root.overlays.open('deposit', props)
  const deposit = new DepositStore(fixture.root, props)
  const stop = deposit.start()
  deposit.enter()
  await settled()
  return { ...fixture, deposit, stop }
}

it('the end of the discount loads the user info in the background', async () => {
  const { deposit, parts, requests } = await setUp()
  const before = requests.length
  deposit.endDiscount()
  expect(parts.session).toMatchObject({ renewed: 1, refreshed: 0 })
  expect(requests).toHaveLength(before)
})

describe('packages', () => {
  it('shows BRL, EXTPAY and empty, keeps BTBRL and FCBRL as bonus data', async () => {
    const { deposit, last } = await setUp()
    expect(deposit.packages.map(({ id }) => id)).toEqual(['brl-50', 'brl-100', 'ext-2000', 'top-5000'])
    expect(deposit.bonusPackages.map(({ id }) => id)).toEqual(['fc-20', 'bt-50'])
    expect(last(orderCalls.getPrices)?.request.query).toEqual({})
  })

  it('preselects the package of 100', async () => {
    const { deposit } = await setUp()
    expect(deposit.selectedId).toBe('brl-100')
    expect(deposit.amount).toBe(100_00)
    expect(deposit.playable).toBe(130_00)
  })

  it('loads once, however often the tab is opened', async () => {
    const { deposit, count } = await setUp()
    deposit.enter()
    await settled()
    expect(count(orderCalls.getPrices)).toBe(1)
  })

  it.each([
    ['packages', orderCalls.getPrices, prices],
    ['pending order', orderCalls.pending, null],
  ] as const)('shows a failure to load the %s in its place, with a retry', async (_, call, loaded) => {
    const { deposit, respond, last } = await setUp()
    respond(call, offline())
    await deposit.load()
    expect(deposit.state).toBe('failed')
    expect(last(call)?.options.ownFailure).toBe(true)
    respond(call, loaded)
    await deposit.load()
    expect(deposit.state).toBe('ready')
  })
})

describe('the last deposit again', () => {
  const order = (amount: number, status = '10') => ({
    orderId: 'o0',
    payNo: 'p0',
    url: '',
    amount,
    bouns: 0,
    status,
    createdTime: '2029-12-31T00:00:00Z',
    expiredTime: '2029-12-31T00:30:00Z',
    paidTime: null,
  })
  const open = async (amount: number, status?: string, limits: Limits = {}) => {
    const fixture = await setUp({}, {}, limits)
    fixture.respond(orderCalls.detail, order(amount, status))
    await fixture.deposit.load()
    return fixture
  }

  it('is one press, without a bonus and without a confirmation; a double press is one order', async () => {
    const { deposit, count, last } = await open(50)
    expect(deposit.quick).toEqual({ packageId: 'brl-50', price: 50_00, turnover: 50_00 })
    await Promise.all([deposit.payQuick(), deposit.payQuick()])
    await deposit.payQuick()
    expect(count(orderCalls.prePay)).toBe(1)
    expect(last(orderCalls.prePay)?.request).toMatchObject({
      params: { pkgId: 'brl-50' },
      body: { gift: 0 },
    })
    expect(deposit.isConfirming).toBe(false)
  })

  it.each([
    ['was not paid', 50, '01', {}],
    ['has no package any more', 51, '10', {}],
    ['is above the limit', 100, '10', { day: [120, 21] as [number, number] }],
  ])('is not offered where it %s', async (_, amount, status, limits) => {
    const { deposit } = await open(amount, status, limits)
    expect(deposit.quick).toBeNull()
  })

  it('shows the order of another tab instead of a second one', async () => {
    const { deposit, respond } = await open(50)
    respond(orderCalls.prePay, refused(409, 'pending'))
    respond(orderCalls.pending, {
      ...order(100, '00'),
      orderId: 'other',
      expiredTime: '2039-01-01T00:00:00Z',
    })
    await deposit.payQuick()
    expect(deposit.payment.order).toMatchObject({ id: 'other', amount: 100_00 })
  })

  it('is left out where it cannot be read, and the page works', async () => {
    const { deposit, respond } = await setUp()
    respond(orderCalls.detail, offline())
    await deposit.load()
    expect([deposit.state, deposit.quick]).toEqual(['ready', null])
  })
})

describe('the player’s own limit', () => {
  const withLimits = (limits: Limits, props: DepositProps = {}) => setUp({}, props, limits)
  const aboveIt = (deposit: DepositStore) =>
    deposit.packages.filter((item) => deposit.isAboveLimit(item)).map(({ id }) => id)

  it('without one every package can be bought; limits of losses and time are not meant', async () => {
    const { deposit } = await withLimits({})
    expect(deposit.limit).toBeNull()
    expect(aboveIt(deposit)).toEqual([])
  })

  it('is the one that leaves least; a package that it leaves exactly can be bought', async () => {
    const { deposit } = await withLimits({ day: [300, 0], week: [2000, 1900], month: [5000, 2000] })
    expect(deposit.limit).toEqual({ period: 'week', amount: 2_000_00, used: 1_900_00 })
    expect(deposit.limitLeft).toBe(100_00)
    expect(aboveIt(deposit)).toEqual(['ext-2000', 'top-5000'])
    expect(deposit.selectedId).toBe('brl-100')
  })

  it('preselects the largest package below R$ 100 that it allows, or what was asked for', async () => {
    const left60: Limits = { day: [160, 100] }
    expect((await withLimits(left60)).deposit.selectedId).toBe('brl-50')
    expect((await withLimits(left60, { packageId: 'ext-2000' })).deposit.selectedId).toBe('ext-2000')
  })

  it('that is used up leaves nothing, also when it was lowered below what was deposited', async () => {
    const { deposit } = await withLimits({ day: [50, 100] })
    expect(deposit.limitLeft).toBe(0)
    expect(aboveIt(deposit)).toHaveLength(4)
  })

  it('that no package fits selects none, and the button asks for an amount', async () => {
    const { deposit, alertKeys } = await withLimits({ day: [50, 100] })
    expect([deposit.selectedId, deposit.amount]).toEqual([null, 0])
    deposit.submit()
    expect(alertKeys()).toEqual(['money.deposit.selectAmount'])
    expect(deposit.isConfirming).toBe(false)
  })

  it('is read anew once the limit that a jurisdiction asks for is set', async () => {
    const { deposit, respond, set, state } = await withLimits({})
    set({ player: { ...state.player, missingLimits: ['loss'] } })
    respond(limitCalls.limits, limitsOf({ month: [60, 0] }))
    set({ player: { ...state.player, missingLimits: [] } })
    await settled()
    expect(deposit.limit?.amount).toBe(60_00)
  })

  it('is not asked for by a logout while that limit is still missing', async () => {
    const { deposit, set, state, count } = await setUp()
    set({ player: { ...state.player, missingLimits: ['loss'] } })
    const before = count(orderCalls.getPrices)
    set({ player: null })
    await settled()
    expect([deposit.state, count(orderCalls.getPrices)]).toEqual(['ready', before])
  })

  it('that cannot be read stops no deposit', async () => {
    const { deposit, respond } = await withLimits({})
    respond(limitCalls.limits, offline())
    await deposit.load()
    expect([deposit.state, deposit.limit]).toEqual(['ready', null])
  })
})

describe('submit', () => {
  it('alerts when nothing is chosen', async () => {
    const { deposit, respond, alertKeys } = await setUp()
    respond(orderCalls.getPrices, [price('brl-50', 50, 10, 'BRL')])
    deposit.selectedId = null
    await deposit.load()
    deposit.submit()
    expect(deposit.amount).toBe(0)
    expect(alertKeys()).toEqual(['money.deposit.selectAmount'])
    expect(deposit.isConfirming).toBe(false)
  })

  it('asks for confirmation, which can be cancelled', async () => {
    const { deposit, count } = await setUp()
    deposit.submit()
    expect(deposit.isConfirming).toBe(true)
    deposit.cancelConfirmation()
    expect(deposit.isConfirming).toBe(false)
    expect(count(orderCalls.prePay)).toBe(0)
  })

  it('once confirmed, pays with the gift and as the deposit page', async () => {
    const { deposit, last } = await setUp()
    deposit.submit()
    await deposit.confirm()
    expect(last(orderCalls.prePay)?.request.body).toEqual({ gift: 1, pkgId: 'brl-100', isapp: 0 })
    expect(deposit.isConfirming).toBe(false)
    expect(deposit.payment.order?.id).toBe('o1')
  })

  it('sends gift 0 and shows no bonus when promotions are waived', async () => {
    const { deposit, last } = await setUp()
    deposit.waivePromotions(true)
    expect(deposit.bonus).toBe(0)
    deposit.submit()
    await deposit.confirm()
    expect(last(orderCalls.prePay)?.request.body).toMatchObject({ gift: 0 })
  })

  it('sells a package whose bonus was used without a bonus', async () => {
    const { deposit, respond, last } = await setUp()
    respond(orderCalls.getPrices, [{ ...price('brl-100', 100, 0, 'BRL'), giftUsed: true }])
    await deposit.load()
    expect(deposit.selected?.isBonusUsed).toBe(true)
    expect([deposit.bonus, deposit.hasBonuses]).toEqual([0, true])
    deposit.submit()
    await deposit.confirm()
    expect(last(orderCalls.prePay)?.request.body).toMatchObject({ gift: 0 })
  })

  it('shows what is on sale now when the bonus was used elsewhere', async () => {
    const { deposit, respond } = await setUp()
    respond(orderCalls.prePay, refused(409, 'bônus usado'))
    respond(orderCalls.getPrices, [{ ...price('brl-100', 100, 0, 'BRL'), giftUsed: true }])
    deposit.submit()
    await deposit.confirm()
    await settled()
    expect(deposit.payment.order).toBeNull()
    expect(deposit.selected?.isBonusUsed).toBe(true)
    expect(deposit.state).toBe('ready')
  })

  it('deducts the discount from the price to pay', async () => {
    const { deposit, set } = await setUp()
    set({
      player: { ...prepared, verified: true, depositDiscount: { fraction: 0.05, expiresAt: inMs(60_000) } },
    })
    expect(deposit.payable).toBe(95_00)
    expect(deposit.discountAmount).toBe(5_00)
    expect(deposit.amount).toBe(100_00)
    // What is saved comes as bonus.
    expect(deposit.turnover).toBe(95_00 + 2 * (deposit.bonus + 5_00))
  })

  it('deducts nothing for an expired discount', async () => {
    const { deposit, set } = await setUp()
    set({ player: { ...prepared, verified: true, depositDiscount: { fraction: 0.05, expiresAt: inMs(-1) } } })
    expect(deposit.discount).toBeNull()
    expect([deposit.payable, deposit.discountAmount]).toEqual([100_00, 0])
  })
})

describe('access', () => {
  it('a guest logs in first', async () => {
    const { root, count } = await setUp({ isLoggedIn: false })
    expect(root.overlays.current?.name).toBe('login')
    expect(count(orderCalls.getPrices)).toBe(0)
  })

  it('an unverified player gets the identity form, also when that is known late', async () => {
    const fixture = createMoneyRoot()
    fixture.respond(orderCalls.getPrices, prices)
    fixture.respond(orderCalls.pending, null)
    fixture.set({ player: null })
    fixture.root.overlays.open('deposit')
    const deposit = new DepositStore(fixture.root, { packageId: 'brl-50' })
    deposit.start()
    expect(fixture.root.overlays.current?.name).toBe('deposit')
    fixture.set({ player: { ...prepared, verified: false } })
    expect(fixture.root.overlays.current).toEqual({ name: 'editBank', props: { packageId: 'brl-50' } })
  })

  it('but not right after that form', async () => {
    const fixture = createMoneyRoot()
    fixture.set({ player: { ...prepared, verified: false } })
    fixture.root.overlays.open('deposit', { afterKyc: true })
    new DepositStore(fixture.root, { afterKyc: true }).start()
    expect(fixture.root.overlays.current?.name).toBe('deposit')
  })

  it('only while the deposit is open', () => {
    const fixture = createMoneyRoot()
    fixture.set({ player: { ...prepared, verified: false } })
    fixture.root.overlays.open('withdraw')
    new DepositStore(fixture.root).start()
    expect(fixture.root.overlays.current?.name).toBe('withdraw')
  })
})

describe('leaving', () => {
  const gift = { hasGift: true, packageId: 'fc-20', price: 0, bonus: 0 } as never

  it('closing with a gift waiting offers the second deposit', async () => {
    const { root, set } = await setUp()
    set({ offer: gift })
    root.overlays.close()
    expect(root.overlays.current?.name).toBe('secondDeposit')
  })

  it('closing without a gift, or from the withdraw tab, opens nothing', async () => {
    const first = await setUp()
    first.root.overlays.close()
    expect(first.root.overlays.current).toBeNull()
    const second = await setUp()
    second.set({ offer: gift })
    second.root.overlays.open('withdraw')
    second.root.overlays.close()
    expect(second.root.overlays.current).toBeNull()
  })

  it('closing with an open order opens nothing', async () => {
    const { root, set, deposit } = await setUp()
    set({ offer: gift })
    deposit.submit()
    await deposit.confirm()
    root.overlays.close()
    expect(root.overlays.current).toBeNull()
  })

  it('once paid, closes, goes home, says so, and offers nothing more', async () => {
    const { root, set, deposit, visited, toastKeys } = await setUp({ path: '/conta' })
    set({ offer: gift })
    deposit.submit()
    await deposit.confirm()
    const tellDeposit = vi.spyOn(root.feature(CelebrationStore), 'tellDeposit')
    set({ lastPayment: { orderId: 'o1' } })
    expect(root.overlays.current).toBeNull()
    expect(visited).toEqual(['/home'])
    expect(tellDeposit).toHaveBeenCalledWith('o1', 100_00)
    expect(toastKeys()).toEqual([])
  })

  it.each(['/mines', '/play', '/footballPage', '/home'])('stays at %s once paid', async (path) => {
    const { set, deposit, visited } = await setUp({ path })
    deposit.submit()
    await deposit.confirm()
    set({ lastPayment: { orderId: 'o1' } })
    expect(visited).toEqual([])
  })
})

it('finds an order started elsewhere after a reconnect', async () => {
  const { deposit, respond, set } = await setUp()
  expect(deposit.payment.order).toBeNull()
  respond(orderCalls.pending, {
    orderId: 'o7',
    payNo: 'p',
    url: 'https://pay.example/o7',
    amount: 20,
    bouns: 0,
    status: '00',
    createdTime: '2030-01-01T00:00:00Z',
    expiredTime: '2030-01-01T00:30:00Z',
    paidTime: null,
  })
  set({ reconnects: 1 })
  await settled()
  expect(deposit.payment.order?.id).toBe('o7')
  expect(deposit.payment.isResumed).toBe(true)
})
