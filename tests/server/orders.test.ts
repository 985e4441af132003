import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { SandboxSettlement } from '#contract/sandbox.ts'
import { settleSandboxPayment } from '#server/providers/payment/sandbox/settle.ts'
import { expireOrders } from '#server/domain/payments/orders.ts'
import { playedRound } from './helpers/playedRound.ts'
import { createTestServer, type TestPlayer } from './helpers/testServer.ts'

const server = await createTestServer()
const { call, clock, deps, player } = server
const { db } = deps

interface Opened {
  amount: number
  orderId: string
  payNo: string
  url: string
  expiredTime: string
}
interface Order {
  orderId: string
  amount: number
  bouns: number
  status: string
  paidTime: string | null
}
interface Price {
  pkgId: string
  price: number
  gift: number
  curreny: string
}

const prePay = (
  buyer: TestPlayer,
  pkgId: string,
  options: { gift?: 0 | 1; key?: string; lang?: string } = {},
) =>
  call<Opened>('POST', `/api/app/order/prePay/${pkgId}`, {
    player: buyer,
    body: { gift: options.gift ?? 1, pkgId, isapp: 0 },
    form: true,
    key: options.key ?? randomUUID(),
    ...(options.lang ? { lang: options.lang } : {}),
  })
const get = <Data>(buyer: TestPlayer, path: string) =>
  call<Data>('GET', `/api/app/order/${path}`, { player: buyer })
const statusOf = async (buyer: TestPlayer, orderId: string) =>
  (await get<{ status: string }>(buyer, `getStatus/${orderId}`)).data.status
const settle = (orderId: string, action: SandboxSettlement) =>
  settleSandboxPayment(server.app, deps, orderId, action)
const walletOf = (buyer: TestPlayer) => deps.ledger.wallet(db, buyer.userId)

describe('packages', () => {
  it('are all listed without a currency, and one kind with a currency', async () => {
    const buyer = await player()
    const all = (await get<Price[]>(buyer, 'getPrices')).data
    const inGame = (await get<Price[]>(buyer, 'getPrices?curreny=INSBRL')).data
    const offer = (await get<Price[]>(buyer, 'getPrices?curreny=EXPPAY')).data
    expect(new Set(all.map((item) => item.curreny))).toEqual(
      new Set(['BRL', 'EXTPAY', '', 'FCBRL', 'BTBRL', 'INSBRL', 'EXPPAY']),
    )
    expect(all.find((item) => item.pkgId === 'brl-100')).toMatchObject({
      price: 100,
      gift: 0.15,
      curreny: 'BRL',
    })
    expect(inGame.length).toBeGreaterThanOrEqual(4)
    expect(new Set(inGame.map((item) => item.curreny))).toEqual(new Set(['INSBRL']))
    expect(new Set(offer.map((item) => item.curreny))).toEqual(new Set(['EXPPAY']))
  })

  it('need a login and an existing currency', async () => {
    expect((await call('GET', '/api/app/order/getPrices')).httpStatus).toBe(401)
    expect((await get(await player(), 'getPrices?curreny=XYZ')).httpStatus).toBe(400)
  })
})

describe('a deposit', () => {
  it('is opened, paid and credited with its bonus and turnover', async () => {
    const buyer = await player()
    const { data, httpStatus } = await prePay(buyer, 'brl-100')
    expect(httpStatus).toBe(200)
    expect(data.url).toContain(`/provider/sandbox/pay/${data.payNo}`)
    expect(Date.parse(data.expiredTime) - deps.clock.now().getTime()).toBeGreaterThan(29 * 60_000)
    expect(await statusOf(buyer, data.orderId)).toBe('00')
    expect((await get<Order>(buyer, 'pending')).data.orderId).toBe(data.orderId)

    expect((await settle(data.orderId, 'pay')).httpStatus).toBe(200)
    expect(await statusOf(buyer, data.orderId)).toBe('10')
    expect((await get(buyer, 'pending')).data).toBeNull()
    expect(await walletOf(buyer)).toMatchObject({
      cash: 10_000,
      bonus: 15,
      turnoverLeft: 10_030,
      depositSum: 10_000,
    })
    const receipt = (await get<Order>(buyer, 'detail/last')).data
    expect(receipt).toMatchObject({ orderId: data.orderId, amount: 100, bouns: 0.15, status: '10' })
    expect(receipt.paidTime).not.toBeNull()
  })

  it('has no bonus, and half the turnover, when promotions are waived', async () => {
    const buyer = await player({ gift: 1 })
    const { data } = await prePay(buyer, 'brl-100', { gift: 0 })
    await settle(data.orderId, 'pay')
    expect(await walletOf(buyer)).toMatchObject({ cash: 10_000, bonus: 0, turnoverLeft: 10_000 })
    expect((await call('GET', '/api/app/main/userGift', { player: buyer })).data).toBe(1)
  })

  it('leaves an unclaimed gift, which is paid when it is claimed', async () => {
    const buyer = await player({ gift: 1 })
    const { data } = await prePay(buyer, 'brl-50')
    await settle(data.orderId, 'pay')
    expect((await call('GET', '/api/app/main/userGift', { player: buyer })).data).toBe(1)
    expect((await call('POST', '/api/app/main/claimGift', { player: buyer, body: {} })).data).toMatchObject({
      amount: 10,
    })
  })

  it('from the bonus-multiplier prompt has the promised bonus without a gift, at 1x and 1x', async () => {
    const buyer = await player()
    await call('POST', `/sandbox/api/events/${buyer.username}`, {
      body: { event: 'userBetAmount', payload: { amount: 33.33, bouns: 1.5 } },
    })
    const { data } = await prePay(buyer, 'exppay-100', { gift: 0 })
    expect((await get<Order>(buyer, 'pending')).data.bouns).toBe(49.99)
    await settle(data.orderId, 'pay')
    expect(await walletOf(buyer)).toMatchObject({
      cash: 10_000,
      bonus: 4_999,
      turnoverLeft: 14_999,
    })
  })

  it('costs less with a discount, whose worth comes as bonus; the full price once it has expired', async () => {
    const expiredTime = new Date(deps.clock.now().getTime() + 60 * 60_000).toISOString()
    const buyer = await player({ payDiscount: { discount: 0.05, expiredTime } })
    const first = await prePay(buyer, 'brl-100')
    expect(first.data.amount).toBe(95)
    expect((await get<Order>(buyer, `detail/${first.data.orderId}`)).data.amount).toBe(95)
    const page = await server.app.inject(`/provider/sandbox/pay/${first.data.payNo}`)
    expect(page.payload).toContain('R$ 95,00')
    await settle(first.data.orderId, 'pay')
    expect(await walletOf(buyer)).toMatchObject({
      cash: 95_00,
      // 5.00 of the discount, and that of the package.
      bonus: 5_15,
      turnoverLeft: 95_00 + 2 * 5_15,
      depositSum: 95_00,
    })
    await db.write('update users set pay_discount_expires_at = $2 where id = $1', [
      buyer.userId,
      new Date(deps.clock.now().getTime() - 1),
    ])
    const second = await prePay(buyer, 'brl-100', { gift: 0 })
    expect(second.data.amount).toBe(100)
    expect((await get<Order>(buyer, `detail/${second.data.orderId}`)).data.amount).toBe(100)
  })

  it('uses the discount for the first of several payments: orders opened with it credit what was paid afterwards', async () => {
    const expiredTime = new Date(deps.clock.now().getTime() + 60 * 60_000).toISOString()
    const buyer = await player({ payDiscount: { discount: 0.05, expiredTime } })
    const orders: string[] = []
    for (let i = 0; i < 3; i++) {
      const { data } = await prePay(buyer, 'brl-100', { gift: 0 })
      expect(data.amount).toBe(95)
      orders.push(data.orderId)
      await call('POST', `/api/app/order/cancel/${data.orderId}`, { player: buyer })
    }
    // The provider still takes the money of each.
    for (const id of orders) await settle(id, 'pay')
    expect(await walletOf(buyer)).toMatchObject({
      cash: 3 * 95_00,
      bonus: 5_00,
      turnoverLeft: 3 * 95_00 + 2 * 5_00,
    })
    expect((await get<Order>(buyer, `detail/${orders[2]}`)).data.amount).toBe(95)
    expect(await deps.ledger.violations()).toEqual([])
  })

  it('raises the VIP level, and pays each level once', async () => {
    const buyer = await player({ balance: 3_000 })
    await playedRound(deps, { userId: buyer.userId, stake: 300_000 })
    for (const pkg of ['brl-500', 'brl-100']) {
      const { data } = await prePay(buyer, pkg, { gift: 0 })
      await settle(data.orderId, 'pay')
    }
    const [user] = await db.read<{ level: number }>('select level from users where id = $1', [buyer.userId])
    expect(user?.level).toBe(2)
    // 5 for level 1 and 25 for level 2, although the second deposit reached level 2 too.
    expect((await walletOf(buyer)).bonus).toBe(3_000)
  })
})

it('a bet raises the VIP level too, once, and other bets do not', async () => {
  const buyer = await player({ balance: 400 })
  await db.write('update wallets set deposit_sum = 10000 where user_id = $1', [buyer.userId])
  await playedRound(deps, { userId: buyer.userId, stake: 390_00, payout: 390_00 })
  const levels: number[] = []
  for (let bet = 0; bet < 3; bet++) {
    const { httpStatus } = await call('POST', '/api/app/game/mines/betPlay', {
      player: buyer,
      body: { amount: 5, mineCount: 24, tiles: [0] },
      key: randomUUID(),
    })
    expect(httpStatus).toBe(200)
    const [user] = await db.read<{ level: number }>('select level from users where id = $1', [buyer.userId])
    levels.push(user?.level ?? -1)
  }
  expect(levels).toEqual([0, 1, 1])
  expect((await deps.ledger.entriesOf(buyer.userId, { kinds: ['bonus'] })).list).toMatchObject([
    // Only a quarter of the last two bets, on mines, counts: 392.50 of 400.
    { refType: 'vip', refId: '1', bonus: 490 },
  ])
})

it('the bonus of a level is in proportion to the bets that count, and none counts twice', async () => {
  const buyer = await player({ balance: 5_000 })
  const { userId } = buyer
  await db.write('update wallets set deposit_sum = 10000 where user_id = $1', [userId])
  const roll = (amount: number) =>
    call('POST', '/api/app/game/dice/bet', {
      player: buyer,
      body: { amount, direction: 'over', chance: 2 },
      key: randomUUID(),
    })
  const bonuses = async () =>
    (await deps.ledger.entriesOf(userId, { kinds: ['bonus'] })).list.map(({ refId, bonus }) => [refId, bonus])
  expect((await roll(400)).httpStatus).toBe(200)
  // A quarter of the bets counts: a quarter of R$ 5.
  expect(await bonuses()).toEqual([['1', 1_25]])
  await playedRound(deps, { userId, stake: 2_599_00, payout: 2_599_00 })
  await db.write('update wallets set deposit_sum = 50000 where user_id = $1', [userId])
  expect((await roll(1)).httpStatus).toBe(200)
  // 2,599.25 of the 2,600 of level 2 count. What was paid for level 1 does not count again.
  expect(await bonuses()).toEqual([
    ['2', 24_99],
    ['1', 1_25],
  ])
})

describe('prePay', () => {
  it('offers the pending order instead of a second one', async () => {
    const buyer = await player()
    const first = await prePay(buyer, 'brl-20')
    const second = await prePay(buyer, 'brl-50')
    expect(second.httpStatus).toBe(409)
    expect(second.message).toBe(
      'Você já tem um pagamento em aberto. Conclua ou cancele antes de abrir outro.',
    )
    expect(second.data).toMatchObject({ orderId: first.data.orderId, url: first.data.url, amount: 20 })
    expect((await prePay(buyer, 'brl-50', { lang: 'en_US' })).message).toMatch(/pending payment/i)
  })

  it('opens one order for twenty calls with one key, byte for byte, and one for twenty keys', async () => {
    const buyer = await player()
    const key = randomUUID()
    const same = await Promise.all(Array.from({ length: 20 }, () => prePay(buyer, 'brl-20', { key })))
    same.push(await prePay(buyer, 'brl-20', { key }))
    expect(new Set(same.map((response) => `${response.httpStatus} ${response.text}`)).size).toBe(1)
    expect(same[0]?.httpStatus).toBe(200)

    const other = await player()
    const all = await Promise.all(Array.from({ length: 20 }, () => prePay(other, 'brl-20')))
    expect(all.map((response) => response.httpStatus).sort()).toEqual([200, ...Array<number>(19).fill(409)])
    for (const { userId } of [buyer, other]) {
      expect(await db.read('select 1 from orders where user_id = $1', [userId])).toHaveLength(1)
    }
  })

  it('refuses the same key with another package', async () => {
    const buyer = await player()
    const key = randomUUID()
    await prePay(buyer, 'brl-20', { key })
    expect((await prePay(buyer, 'brl-50', { key })).httpStatus).toBe(422)
  })

  it.each([
    ['without the identity check', { kyc: 0 }, 'brl-20', 403],
    ['for an unknown package', {}, 'brl-21', 404],
  ])('is refused %s', async (_, fields, pkg, httpStatus) => {
    const response = await prePay(await player(fields), pkg)
    expect(response.httpStatus).toBe(httpStatus)
    expect(response.message).not.toBe('')
  })

  it('is refused with unknown fields, another package in the form, or an invalid gift', async () => {
    const buyer = await player()
    const send = (body: object) =>
      call('POST', '/api/app/order/prePay/brl-20', { player: buyer, body, form: true, key: randomUUID() })
    expect((await send({ gift: 1, balance: 5 })).message).toContain('balance')
    expect((await send({ gift: 1, pkgId: 'brl-50' })).httpStatus).toBe(400)
    expect((await send({ gift: 2 })).httpStatus).toBe(400)
    expect((await get(buyer, 'pending')).data).toBeNull()
  })

  it('is refused for an excluded player', async () => {
    const buyer = await player()
    const until = new Date(deps.clock.now().getTime() + 3_600_000)
    await db.write('update users set excluded_until = $2 where id = $1', [buyer.userId, until])
    expect((await prePay(buyer, 'brl-20')).httpStatus).toBe(403)
  })
})

describe('an order', () => {
  it('can be cancelled, twice without effect, and makes room for the next', async () => {
    const buyer = await player()
    const { data } = await prePay(buyer, 'brl-20')
    for (let time = 0; time < 2; time++) {
      const cancelled = await call<{ status: string }>('POST', `/api/app/order/cancel/${data.orderId}`, {
        player: buyer,
        body: {},
      })
      expect(cancelled).toMatchObject({ httpStatus: 200, data: { status: '01' } })
    }
    expect(await statusOf(buyer, data.orderId)).toBe('01')
    const page = await server.app.inject(`/provider/sandbox/pay/${data.payNo}/state`)
    expect(page.json()).toMatchObject({ data: { state: 'cancelled' } })
    expect((await prePay(buyer, 'brl-50')).httpStatus).toBe(200)
  })

  it('cannot be cancelled once it is paid', async () => {
    const buyer = await player()
    const { data } = await prePay(buyer, 'brl-20')
    await settle(data.orderId, 'pay')
    const response = await call('POST', `/api/app/order/cancel/${data.orderId}`, { player: buyer, body: {} })
    expect(response.httpStatus).toBe(409)
    expect(await statusOf(buyer, data.orderId)).toBe('10')
  })

  it.each([
    ['cancel', '01'],
    ['fail', '-01'],
    ['expire', '01'],
  ] as const)('that the provider reports as %s is %s and credits nothing', async (action, status) => {
    const buyer = await player()
    const { data } = await prePay(buyer, 'brl-20')
    expect((await settle(data.orderId, action)).httpStatus).toBe(200)
    expect(await statusOf(buyer, data.orderId)).toBe(status)
    expect((await walletOf(buyer)).cash).toBe(0)
    expect((await prePay(buyer, 'brl-20')).httpStatus).toBe(200)
  })

  it('expires after 30 minutes of the server’s clock, with or without the job', async () => {
    const [buyer, other] = [await player(), await player()]
    const [first, second] = [await prePay(buyer, 'brl-20'), await prePay(other, 'brl-20')]
    await clock.advance(30 * 60_000)
    expect(await statusOf(buyer, first.data.orderId)).toBe('01')
    expect((await get(buyer, 'pending')).data).toBeNull()
    expect((await prePay(buyer, 'brl-20')).httpStatus).toBe(200)
    expect(await expireOrders(deps, new AbortController().signal)).toBeGreaterThanOrEqual(1)
    const [row] = await db.read<{ status: string }>('select status from orders where id = $1', [
      second.data.orderId,
    ])
    expect(row?.status).toBe('expired')
  })

  it('of another player does not exist', async () => {
    const [buyer, otherPlayer] = [await player(), await player()]
    const { data } = await prePay(buyer, 'brl-20')
    for (const path of [`getStatus/${data.orderId}`, `detail/${data.orderId}`]) {
      expect((await get(otherPlayer, path)).httpStatus).toBe(404)
    }
    // Who has paid none asks for nothing that is missing.
    expect(await get(otherPlayer, 'detail/last')).toMatchObject({ httpStatus: 200, data: null })
    const cancel = await call('POST', `/api/app/order/cancel/${data.orderId}`, {
      player: otherPlayer,
      body: {},
    })
    expect(cancel.httpStatus).toBe(404)
    expect(await statusOf(buyer, data.orderId)).toBe('00')
  })
})

it('leaves the ledger consistent', async () => {
  // A test set one player's sum of bets without the ledger; that sum is not part of a balance.
  expect(await deps.ledger.violations()).toEqual([])
})
