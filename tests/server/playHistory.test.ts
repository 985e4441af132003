import { randomUUID } from 'node:crypto'
import { beforeEach, expect, it } from 'vitest'
import type { PlayPeriod } from '#contract/rules/limits.ts'
import { cents } from '#contract/money.ts'
import { createTestApp } from './helpers/testApp.ts'
import { testActor } from './helpers/testActor.ts'

const t = await createTestApp()
const { deps } = t
const { db, clock } = deps

const day = 24 * 3_600_000
/** Noon of a Sunday in Brasília. */
const sunday = new Date('2031-03-09T15:00:00Z')

beforeEach(async () => void (await clock.moveTo(sunday)))

interface Sums {
  stakes: number
  payouts: number
}
interface History {
  from: string
  to: string
  complete: boolean
  days: (Sums & { day: string; deposits: number; withdrawals: number; minutes: number })[]
  games: (Sums & { game: string; name: string | null })[]
  bonus: Sums
}

const read = (token: string, days: PlayPeriod | string = 7) =>
  t.get<History>(`/api/app/limits/play?days=${days}`, { token })

/** The same from all postings of the player, in reais. */
async function fromLedger(userId: string) {
  const rows = await db.read<{ day: string; game: string; stakes: number; payouts: number }>(
    `select ledger_day(t.at)::text as day, coalesce(r.game, 'sports') as game,
       sum((t.args ->> 'stake')::bigint)::bigint as stakes, sum((t.args ->> 'payout')::bigint)::bigint as payouts
     from transfers t left join game_rounds r on r.id = t.ref_id
     where t.user_id = $1 and t.kind in ('settle', 'play', 'correct') and t.args ->> 'wallet' = 'cash'
     group by 1, 2 order by 1, 2`,
    [userId],
  )
  const [money] = await db.read<{ paid: number }>(
    `select coalesce(sum(amount), 0)::bigint as paid from entries
      where user_id = $1 and account = 'cash' and transfer_id in (
        select id from transfers where kind in ('deposit', 'voucher') and user_id = $1)`,
    [userId],
  )
  return { rows, paid: money?.paid ?? 0 }
}

const sumBy = <Row extends Sums>(rows: readonly Row[], key: (row: Row) => string) => {
  const sums = new Map<string, [number, number]>()
  for (const row of rows) {
    const [stakes, payouts] = sums.get(key(row)) ?? [0, 0]
    sums.set(key(row), [stakes + row.stakes, payouts + row.payouts])
  }
  return sums
}
const inCents = (rows: readonly (Sums & { key: string })[]) =>
  new Map(
    rows.map(({ key, stakes, payouts }) => [key, [Math.round(stakes * 100), Math.round(payouts * 100)]]),
  )

it('equals the ledger to the cent, by day and by game, however often one looks', async () => {
  const { token, uId } = await t.createUser({ kyc: 1, balance: 1_000, freeBalance: 100 })
  const bet = async (game: string, body: object) => {
    const { http, data } = await t.post<{ roundId: string }>(`/api/app/game/${game}`, body, { token })
    expect({ game, http }).toEqual({ game, http: 200 })
    return data.roundId
  }
  const dice = { amount: 10.37, direction: 'over', chance: 50 }
  for (let n = 0; n < 3; n++) await bet('dice/bet', dice)
  await bet('dice/bet', { ...dice, amount: 2.5, wallet: 'freeBalance' })
  const mines = await bet('mines/bet', { amount: 5, mineCount: 3 })
  const { data: first } = await read(token)
  // A round that is still open is not settled: it is in no sum.
  expect(first.games.map(({ game }) => game)).toEqual(['dice'])
  expect(first.bonus.stakes).toBe(2.5)

  await clock.advance(day)
  await t.post('/api/app/game/mines/open', { roundId: mines, tile: 0 }, { token })
  await t.post('/api/app/game/mines/cashOut', { roundId: mines }, { token })
  await bet('limbo/bet', { amount: 3.01, target: 2 })
  const refunded = randomUUID()
  const held = {
    userId: uId,
    roundId: refunded,
    amount: cents(700),
    wallet: 'cash',
    actor: testActor,
  } as const
  await deps.ledger.holdStake(db, held)
  await deps.ledger.refundRound(db, { actor: testActor, userId: uId, roundId: refunded })
  const order = await t.post<{ orderId: string }>(
    '/api/app/order/prePay/brl-50',
    { gift: 1, pkgId: 'brl-50', isapp: 0 },
    { token },
  )
  expect(order.http).toBe(200)
  await t.post(`/sandbox/api/orders/${order.data.orderId}/pay`)

  // Two views at once count each posting once.
  const [{ data }, { data: again }] = await Promise.all([read(token), read(token)])
  expect(again).toEqual(data)
  expect(data).toMatchObject({ from: '2031-03-04', to: '2031-03-10', complete: true })
  const { rows, paid } = await fromLedger(uId)
  expect(rows.length).toBeGreaterThanOrEqual(3)
  expect(
    inCents(data.days.filter(({ stakes }) => stakes > 0).map((row) => ({ ...row, key: row.day }))),
  ).toEqual(sumBy(rows, (row) => row.day))
  expect(inCents(data.games.map((row) => ({ ...row, key: row.game })))).toEqual(
    sumBy(rows, (row) => row.game),
  )
  expect(data.games.map(({ name }) => name)).toContain('Dice')
  expect(data.days.map(({ day: date, deposits }) => [date, deposits])).toEqual([
    ['2031-03-09', 0],
    ['2031-03-10', paid / 100],
  ])
})

it('counts money that was paid out, and not what came back', async () => {
  const { token, uId } = await t.createUser({ balance: 500 })
  const at = { userId: uId, actor: testActor }
  const amount = cents(100_10)
  const paid = { ...at, fee: cents(0) }
  for (const withdrawalId of ['paid', 'returned', 'refused', 'open'])
    await deps.ledger.holdWithdrawal(db, { ...at, withdrawalId, amount })
  await deps.ledger.completeWithdrawal(db, { ...paid, withdrawalId: 'paid' })
  await deps.ledger.completeWithdrawal(db, { ...paid, withdrawalId: 'returned' })
  await deps.ledger.returnWithdrawal(db, { ...paid, withdrawalId: 'returned', amount })
  await deps.ledger.refundWithdrawal(db, { ...at, withdrawalId: 'refused' })
  const { data } = await read(token)
  expect(data.days).toMatchObject([{ withdrawals: 100.1, deposits: 0, stakes: 0 }])
})

it('counts a long history in parts, and says so meanwhile', async () => {
  const { token, uId } = await t.createUser({ balance: 10 })
  await db.write(
    `insert into transfers (key, kind, user_id, ref_type, ref_id, args, accounts, amounts, balances, at)
     select 'long:' || n, 'play', $1, 'round', n::text, '{"stake": 200, "payout": 100, "wallet": "cash"}',
       '{cash,house_games,house_games,cash}', '{-200,200,-100,100}', array[1000000000, null, null, 1000000000]::bigint[], $2
     from generate_series(1, 20010) n`,
    [uId, sunday],
  )
  const { data: part } = await read(token, 30)
  expect(part.complete).toBe(false)
  const { data: all } = await read(token, 30)
  expect(all).toMatchObject({ complete: true, days: [{ stakes: 40_020, payouts: 20_010 }] })
  // The rounds of these postings are not known any more.
  expect(all.games).toEqual([{ game: '', name: null, stakes: 40_020, payouts: 20_010 }])
}, 60_000)

it('is the own history only, of the periods that exist', async () => {
  const [one, other] = [await t.createUser({ balance: 100 }), await t.createUser({ balance: 100 })]
  await t.post('/api/app/game/dice/bet', { amount: 1, direction: 'over', chance: 50 }, { token: one.token })
  const { data } = await read(other.token, 365)
  expect(data).toMatchObject({ from: '2030-03-10', days: [], games: [], bonus: { stakes: 0, payouts: 0 } })
  expect((await read(one.token, '8')).http).toBe(400)
  expect((await t.get('/api/app/limits/play?days=7')).http).toBe(401)
})
