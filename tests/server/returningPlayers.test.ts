import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { discountReturning } from '#server/domain/rewards/returnDiscounts.ts'
import { updateVipLevel } from '#server/domain/rewards/vipProgress.ts'
import { settleSandboxPayment } from '#server/providers/payment/sandbox/settle.ts'
import { openSocket } from './helpers/openSocket.ts'
import { playedRound } from './helpers/playedRound.ts'
import { createTestServer, type TestPlayer } from './helpers/testServer.ts'
import { testActor } from './helpers/testActor.ts'

const server = await createTestServer()
const url = await server.listen()
const { call, clock, deps, player } = server
const hourMs = 60 * 60_000
const dayMs = 24 * hourMs
async function deposit(buyer: TestPlayer): Promise<number> {
  const { data } = await call<{ orderId: string }>('POST', '/api/app/order/prePay/brl-100', {
    player: buyer,
    body: { gift: 0 },
    form: true,
    key: randomUUID(),
  })
  await settleSandboxPayment(server.app, deps, data.orderId, 'pay')
  const detail = await call<{ amount: number }>('GET', `/api/app/order/detail/${data.orderId}`, {
    player: buyer,
  })
  return detail.data.amount
}

/** Logs in and opens the client. */
async function comeBack(to: TestPlayer): Promise<TestPlayer> {
  const { token } = await server.login(to)
  await openSocket(url, token)
  return { ...to, token }
}

type Info = { userInfo: { payDiscount: { discount: number } | null; lx: string; level: number } }
const infoOf = async (of: TestPlayer) =>
  (await call<Info>('GET', '/api/app/user/userInfo', { player: of })).data.userInfo
const discountOf = async (of: TestPlayer) => (await infoOf(of)).payDiscount?.discount

describe('the discount for returning players', () => {
  it('is 0.1 % of one deposit, as bonus, after 30 days without any', async () => {
    const buyer = await player()
    expect(await deposit(buyer)).toBe(100)
    await clock.advance(30 * dayMs - hourMs)
    const early = await comeBack(buyer)
    await discountReturning(deps, buyer.userId)
    expect(await discountOf(early)).toBeUndefined()
    await clock.advance(2 * hourMs)
    const returned = await comeBack(buyer)
    await expect.poll(() => discountOf(returned)).toBe(0.001)
    const before = await deps.ledger.wallet(deps.db, buyer.userId)
    expect(await deposit(returned)).toBe(99.9)
    const { cash, bonus, turnoverLeft } = await deps.ledger.wallet(deps.db, buyer.userId)
    expect([cash - before.cash, bonus, turnoverLeft - before.turnoverLeft]).toEqual([
      99_90,
      10,
      99_90 + 2 * 10,
    ])
    expect(await discountOf(returned)).toBeUndefined()
    expect(await deposit(returned)).toBe(100)
  })

  it('ends after 48 hours, and does not come again for 30 days', async () => {
    const buyer = await player()
    await deposit(buyer)
    await clock.advance(31 * dayMs)
    const returned = await comeBack(buyer)
    await expect.poll(() => discountOf(returned)).toBe(0.001)
    await clock.advance(49 * hourMs)
    const late = await comeBack(buyer)
    expect(await discountOf(late)).toBeUndefined()
    expect(await deposit(late)).toBe(100)
  })

  it('is not for whoever has never deposited, for a test account, or in a pause', async () => {
    const [fresh, trial, paused] = [await player(), await player(), await player()]
    for (const each of [trial, paused]) await deposit(each)
    await clock.advance(31 * dayMs)
    await deps.db.write('update users set test_flag = true where id = $1', [trial.userId])
    await deps.db.write('update users set excluded_until = $2 where id = $1', [
      paused.userId,
      new Date(clock.now().getTime() + dayMs),
    ])
    for (const each of [fresh, trial, paused]) await comeBack(each)
    // The check of one more, which does get it, runs after theirs.
    const other = await player()
    await deps.db.write(`update orders set user_id = $2 where user_id = $1`, [paused.userId, other.userId])
    const last = await comeBack(other)
    await expect.poll(() => discountOf(last)).toBe(0.001)
    const rows = await deps.db.read('select 1 from users where pay_discount is not null and id = any($1)', [
      [fresh.userId, trial.userId, paused.userId],
    ])
    expect(rows).toEqual([])
  })
})

describe('what a level brings', () => {
  it.each([
    [2, '', 0],
    [3, '20', 0],
    [4, '20', 1],
  ])('level %i: lx "%s", %i gifts', async (level, lx, gifts) => {
    const climber = await player({ level: level - 1, balance: 20_000, lx: '' })
    await deps.db.write('update wallets set deposit_sum = 200000, bet_sum = 0 where user_id = $1', [
      climber.userId,
    ])
    const needed = { 2: 3_000_00, 3: 6_000_00, 4: 15_000_00 }[level] ?? 0
    const wallet = await playedRound(deps, { userId: climber.userId, stake: needed, payout: needed })
    await deps.db.tx((tx) => updateVipLevel(deps, tx, { userId: climber.userId, actor: testActor }, wallet))
    const info = await infoOf(climber)
    expect(info.level).toBeGreaterThanOrEqual(level)
    expect(info.lx).toBe(lx)
    const gift = await call('GET', '/api/app/main/userGift', { player: climber })
    expect(gift.data).toBe(gifts)
  })
})
