import { cents } from '#contract/money.ts'
import { testActor } from './helpers/testActor.ts'
import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { runDouble } from '#server/games/double/double.ts'
import { applyReturns } from '#server/domain/payments/reversals.ts'
import { settleSandboxPayment } from '#server/providers/payment/sandbox/settle.ts'
import { fixSeeds } from '#server/sandbox/seeds.ts'
import { playedRound } from './helpers/playedRound.ts'
import { createTestServer, type TestPlayer } from './helpers/testServer.ts'

const server = await createTestServer()
const { call, clock, deps, player } = server
const hour = 60 * 60_000

const prePay = (buyer: TestPlayer, pkgId: string, lang = 'pt_BR') =>
  call<{ orderId: string }>('POST', `/api/app/order/prePay/${pkgId}`, {
    player: buyer,
    body: { gift: 1, pkgId, isapp: 0 },
    form: true,
    key: randomUUID(),
    lang,
  })
const pay = (orderId: string) => settleSandboxPayment(server.app, deps, orderId, 'pay')
const walletOf = (buyer: TestPlayer) => deps.ledger.wallet(deps.db, buyer.userId)
const push = (to: TestPlayer, payload: object) =>
  call('POST', `/sandbox/api/events/${to.username}`, { body: { event: 'userBetAmount', payload } })
const bet = (buyer: TestPlayer, path: string, body: object) =>
  call<{ status: string }>('POST', `/api/app/game/${path}`, { player: buyer, body, key: randomUUID() })

async function buy(buyer: TestPlayer, pkgId: string): Promise<number> {
  const { httpStatus, data } = await prePay(buyer, pkgId)
  if (httpStatus === 200) await pay(data.orderId)
  return httpStatus
}

/** Opens an order for the package, and lets it expire without a payment. */
async function openAndExpire(buyer: TestPlayer, pkgId: string): Promise<string> {
  const { data } = await prePay(buyer, pkgId)
  await clock.advance(31 * 60_000)
  return data.orderId
}

it('buying offers repeatedly and wagering the bonus at 98 %', async () => {
  const otherPlayer = await player()
  await fixSeeds(deps, otherPlayer.userId, {
    serverSeed: 'ab'.repeat(16),
    clientSeed: 'cd'.repeat(16),
    nonce: 0,
  })
  const packages = ['fcbrl-20', 'fcbrl-20', 'fcbrl-20', 'btbrl-50', 'btbrl-50']
  const statuses: number[] = []
  for (const pkgId of [...packages, 'exppay-100', 'exppay-100', 'exppay-100'])
    statuses.push(await buy(otherPlayer, pkgId))
  expect(statuses).toEqual([200, 409, 409, 200, 409, 409, 409, 409])
  expect(await walletOf(otherPlayer)).toMatchObject({ cash: 70_00, bonus: 15, turnoverLeft: 70_30 })

  for (let roll = 0; roll < 47; roll++) {
    expect(
      (await bet(otherPlayer, 'dice/bet', { amount: 20, direction: 'over', chance: 98 })).httpStatus,
    ).toBe(200)
  }
  // 47 x 20.00 at 5 % for the chance, a quarter of it for the edge.
  const { cash, bonus, turnoverLeft } = await walletOf(otherPlayer)
  expect({ bonus, turnoverLeft }).toEqual({ bonus: 15, turnoverLeft: 58_55 })
  const { data } = await call<{ wdAmount: number }>('GET', '/api/app/order/getWithdraw', {
    player: otherPlayer,
  })
  expect(data.wdAmount).toBe(Math.max(0, cash - turnoverLeft) / 100)
  // Less than was paid for the packages.
  expect(data.wdAmount).toBeLessThan(70)
})

describe('the packages of the first and of the second deposit', () => {
  it('are refused for any other deposit', async () => {
    const buyer = await player()
    expect(await buy(buyer, 'btbrl-50')).toBe(409)
    expect(await buy(buyer, 'brl-20')).toBe(200)
    const refused = await prePay(buyer, 'fcbrl-20')
    expect(refused).toMatchObject({
      httpStatus: 409,
      message: 'Esta oferta não vale mais para você. Escolha outro depósito.',
    })
    expect((await prePay(buyer, 'fcbrl-20', 'en_US')).message).toMatch(/no longer open to you/)
    expect(await buy(buyer, 'btbrl-50')).toBe(200)
    expect(await buy(buyer, 'btbrl-50')).toBe(409)
    expect(await walletOf(buyer)).toMatchObject({ cash: 70_00, bonus: 10 })
  })

  it('are offered in the user info to those only', async () => {
    const buyer = await player()
    const offered = async () =>
      (
        await call<{ paypackage: { pkgId: string | null } }>('GET', '/api/app/user/userInfo', {
          player: buyer,
        })
      ).data.paypackage.pkgId
    const seen = [await offered()]
    for (const pkgId of ['brl-20', 'brl-20']) {
      await buy(buyer, pkgId)
      seen.push(await offered())
    }
    expect(seen).toEqual(['fcbrl-20', 'btbrl-50', null])
  })

  it('and the first one not again when a bank has taken the first deposit back', async () => {
    const buyer = await player()
    const { data } = await prePay(buyer, 'brl-20')
    await pay(data.orderId)
    await applyReturns(deps, data.orderId, [
      { id: 'MED-1', amount: cents(20_00), cause: 'fraud', state: 'done' },
    ])
    const { data: info } = await call<{ paypackage: { pkgId: string | null } }>(
      'GET',
      '/api/app/user/userInfo',
      { player: buyer },
    )
    expect(info.paypackage.pkgId).toBe('btbrl-50')
  })

  it('give their bonus once, when two orders for one are paid late', async () => {
    const buyer = await player()
    const first = await openAndExpire(buyer, 'fcbrl-20')
    const second = await openAndExpire(buyer, 'fcbrl-20')
    await Promise.all([pay(first), pay(second)])
    expect(await walletOf(buyer)).toMatchObject({ cash: 40_00, bonus: 5, turnoverLeft: 40_10 })
    const bonuses = await deps.db.read<{ bonus: number }>(
      `select bonus from orders where user_id = $1 and status = 'paid' order by bonus`,
      [buyer.userId],
    )
    expect(bonuses.map(({ bonus }) => bonus)).toEqual([0, 5])
  })

  it('give no bonus when another deposit came first', async () => {
    const buyer = await player()
    const welcome = await openAndExpire(buyer, 'fcbrl-20')
    await buy(buyer, 'brl-20')
    await pay(welcome)
    expect(await walletOf(buyer)).toMatchObject({ cash: 40_00, bonus: 0, turnoverLeft: 40_00 })
    const third = await player()
    await buy(third, 'brl-20')
    const second = await openAndExpire(third, 'btbrl-50')
    await buy(third, 'brl-20')
    await pay(second)
    expect(await walletOf(third)).toMatchObject({ cash: 90_00, bonus: 0 })
  })
})

describe('the package of the bonus-multiplier prompt', () => {
  it('needs an offer made to this player', async () => {
    const [invited, other] = [await player(), await player()]
    // Without a multiplier it is only the sum of bets.
    await push(other, { amount: 500 })
    await push(other, { amount: 500, bouns: 0 })
    await push(invited, { amount: 33.33, bouns: 1.5 })
    expect(await buy(other, 'exppay-50')).toBe(409)
    expect(await buy(invited, 'exppay-50')).toBe(200)
    expect(await walletOf(invited)).toMatchObject({ cash: 50_00, bonus: 49_99, turnoverLeft: 99_99 })
    expect(await buy(invited, 'exppay-50')).toBe(409)
  })

  it('refuses an offer whose amount is invalid', async () => {
    const buyer = await player()
    for (const payload of [
      { amount: 1.234, bouns: 2 },
      { amount: -1, bouns: 2 },
      { amount: 1, bouns: -2 },
    ]) {
      expect((await push(buyer, payload)).httpStatus).toBe(400)
    }
  })

  it('refuses an expired offer', async () => {
    const buyer = await player()
    await push(buyer, { amount: 20, bouns: 2 })
    await clock.advance(24 * hour)
    const { token } = await server.login(buyer)
    expect(await buy({ ...buyer, token }, 'exppay-50')).toBe(409)
  })

  it('pays the newest offer', async () => {
    const buyer = await player()
    await push(buyer, { amount: 20, bouns: 2 })
    await clock.advance(1_000)
    await push(buyer, { amount: 10, bouns: 1.2 })
    await buy(buyer, 'exppay-50')
    expect(await walletOf(buyer)).toMatchObject({ cash: 50_00, bonus: 12_00 })
  })

  it('pays an offer once, when two orders for it are paid late', async () => {
    const buyer = await player()
    await push(buyer, { amount: 20, bouns: 2 })
    const first = await openAndExpire(buyer, 'exppay-50')
    const second = await openAndExpire(buyer, 'exppay-100')
    await Promise.all([pay(first), pay(second)])
    expect(await walletOf(buyer)).toMatchObject({ cash: 150_00, bonus: 40_00, turnoverLeft: 190_00 })
  })
})

describe('turnover', () => {
  it('counts nothing for opposite bets on one round of double, and weights uncovered bets by their risk', async () => {
    const [hedger, gambler] = [
      await player({ balance: 100, turnover: 100 }),
      await player({ balance: 100, turnover: 100 }),
    ]
    const start = Math.ceil((clock.now().getTime() + 1) / 15_000) * 15_000
    await clock.moveTo(new Date(start))
    await runDouble(deps)
    for (const colour of ['red', 'black']) await bet(hedger, 'double/bet', { amount: 10, colour })
    for (const colour of ['red', 'red', 'white']) await bet(gambler, 'double/bet', { amount: 10, colour })
    await clock.moveTo(new Date(start + 14_000))
    await runDouble(deps)
    expect(await walletOf(hedger)).toMatchObject({ heldRounds: 0, turnoverLeft: 100_00, betSum: 20_00 })
    // 30.00 are staked. Red (7 slots) pays 40.00, white pays 140.00, black (7 slots) pays nothing. The average loss is
    // 14.00, and twice that counts.
    const { turnoverLeft } = await walletOf(gambler)
    expect(turnoverLeft).toBeGreaterThanOrEqual(72_00)
    expect(turnoverLeft).toBeLessThanOrEqual(72_02)
  })

  it('counts nothing for small against big in one round of lucky color', async () => {
    const hedger = await player({ balance: 100, turnover: 100 })
    const stakes = ['small', 'big'].map((pick) => ({ pick, amount: 10 }))
    expect((await bet(hedger, 'luckyColor/bet', { stakes })).httpStatus).toBe(200)
    expect(await walletOf(hedger)).toMatchObject({ turnoverLeft: 100_00, betSum: 20_00 })
  })
})

it('ends the turnover of a player who has lost everything: the next deposit has only its own', async () => {
  const loser = await player({ balance: 100, freeBalance: 30, turnover: 160 })
  const stakeAll = (wallet: 'cash' | 'bonus', stake: number) =>
    deps.ledger.instantRound(deps.db, {
      actor: testActor,
      userId: loser.userId,
      roundId: randomUUID(),
      stake: cents(stake),
      payout: cents(0),
      wallet,
      counted: cents(0),
    })
  // 0.05 cannot be staked, so it locks nothing.
  await stakeAll('cash', 99_95)
  expect(await walletOf(loser)).toMatchObject({ cash: 5, bonus: 30_00, turnoverLeft: 160_00 })
  await stakeAll('bonus', 30_00)
  expect(await walletOf(loser)).toMatchObject({ cash: 5, bonus: 0, turnoverLeft: 0, withdrawable: 5 })
  await buy(loser, 'brl-20')
  expect(await walletOf(loser)).toMatchObject({ cash: 20_05, turnoverLeft: 20_00 })
})

it('raises the VIP level once for parallel payments', async () => {
  const buyer = await player({ balance: 400 })
  await playedRound(deps, { userId: buyer.userId, stake: 400_00, payout: 400_00 })
  const orders: string[] = []
  for (let i = 0; i < 3; i++) orders.push(await openAndExpire(buyer, 'brl-100'))
  await deps.db.write('update orders set bonus = 0 where user_id = $1', [buyer.userId])
  await Promise.all(orders.map(pay))
  // 5 for level 1.
  expect(await walletOf(buyer)).toMatchObject({ cash: 700_00, bonus: 5_00 })
})

it('leaves the ledger consistent', async () => {
  expect(await deps.ledger.violations()).toEqual([])
})
