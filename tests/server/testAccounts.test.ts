import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { DOUBLE_MAX_EXPOSURE, DOUBLE_ROUND_MS } from '#contract/games/double.ts'
import type { DoubleRoundWire } from '#contract/http/double.ts'
import { runDouble } from '#server/games/double/double.ts'
import { compareDay } from '#server/domain/reports/check.ts'
import { rollUpReports } from '#server/domain/reports/rollUp.ts'
import { readGameReturns } from '#server/domain/play/gameReturns.ts'
import { findRiskHits } from '#server/domain/risk/riskHits.ts'
import { showAmounts } from './helpers/showAmounts.ts'
import { createSlips } from './helpers/slips.ts'
import { playedRound } from './helpers/playedRound.ts'
import { stopTime } from './helpers/stopTime.ts'

stopTime()
const { server, match, leg, player, bet, feed, now, settle } = await createSlips()
const { deps, post, get } = server
const { db } = deps

const tester = (balance: number) => player(balance, { testFlag: '1' })
type Player = Awaited<ReturnType<typeof player>>

it('Double: a test account takes nothing of the limit of the house, and only it sees its bet', async () => {
  const [test, real] = [await tester(5_000), await player(5_000)]
  const start = (Math.floor(now().getTime() / DOUBLE_ROUND_MS) + 1) * DOUBLE_ROUND_MS
  await deps.clock.moveTo(new Date(start))
  await runDouble(deps)
  type State = DoubleRoundWire & { mine: { amount: number }[] }
  const state = async ({ token }: Player) => (await get<State>('/api/app/game/double/state', { token })).data
  const stake = ({ token }: Player, amount: number) =>
    post(
      '/api/app/game/double/bet',
      { amount, wallet: 'balance', colour: 'white' },
      { token, headers: { 'idempotency-key': randomUUID() } },
    )
  const { roundId } = await state(real)
  await showAmounts(deps, real.uId, test.uId)
  // The house has room for one more real.
  await db.write(`insert into double_exposure (round, colour, payout) values ($1, 'white', $2)`, [
    roundId,
    DOUBLE_MAX_EXPOSURE - 14_00,
  ])
  expect((await stake(test, 4_321)).http).toBe(200)
  expect((await stake(real, 1)).http).toBe(200)
  expect((await stake(test, 5)).http).toBe(200)
  expect((await stake(real, 1)).http).toBe(409)
  const seen = await state(real)
  expect(seen.totals.white).toEqual({ amount: 1, count: 1 })
  expect(seen.bets.map(({ amount }) => amount)).toEqual([1])
  expect(new Set((await state(test)).mine.map(({ amount }) => amount))).toEqual(new Set([4_321, 5]))
})

it('sports: its tickets are no exposure of a selection, from the bet to the end', async () => {
  const id = match(2)
  const exposure = () =>
    db.read('select tickets, stake, payout from selection_exposure where match_id = $1', [id])
  const [test, real] = [await tester(1_000), await player(1_000)]
  expect((await bet(test, [leg(id)], { amount: 500 })).http).toBe(200)
  expect(await exposure()).toEqual([])
  expect((await bet(real, [leg(id)], { amount: 10 })).http).toBe(200)
  expect(await exposure()).toEqual([{ tickets: 1, stake: 10_00, payout: 20_00 }])
  expect(await db.read('select * from exposure_differences')).toEqual([])
  await deps.clock.advance(3_600_000)
  feed.finish(id, 1, 0, now())
  await settle()
  expect(await exposure()).toEqual([{ tickets: 0, stake: 0, payout: 0 }])
  expect(await db.read('select * from exposure_differences')).toEqual([])
})

it('reports and the measured return of a game: neither its money, its bets nor its registration', async () => {
  const sums = async () => {
    await rollUpReports(deps)
    const [row] = await db.read(
      `select (select coalesce(sum(placed), 0)::int from report_bets) as bets,
        (select coalesce(sum(abs(cents)), 0)::bigint from report_money) as money,
        (select coalesce(sum(abs(cents)), 0)::bigint from report_accounts) as accounts,
        (select coalesce(sum(players), 0)::int from report_actives) as actives,
        (select coalesce(sum(players), 0)::int from report_registrations) as registrations`,
    )
    return row
  }
  const real = await player(100)
  await playedRound(deps, { userId: real.uId, stake: 10_00 })
  const before = await sums()
  const test = await tester(1_000)
  for (let i = 0; i < 40; i++)
    await playedRound(deps, { userId: test.uId, stake: 10_00, payout: 20_00, game: 'limbo' })
  expect(await sums()).toEqual(before)
  const days = await db.read<{ day: string }>('select day::text as day from report_days')
  expect(days.length).toBeGreaterThan(0)
  for (const { day } of days) expect(await compareDay(db, day)).toEqual([])
  expect((await readGameReturns(db)).get('limbo')).toBeUndefined()
})

it('risk: it is no hit, and does not make one of a device that a player uses', async () => {
  const [test, real] = [await tester(10_000), await player(10_000)]
  const id = match(6)
  for (const one of [test, real]) expect((await bet(one, [leg(id, 6)], { amount: 2_000 })).http).toBe(200)
  const testers = await Promise.all([1, 2, 3, 4, 5].map(() => tester(0)))
  await db.write('update sessions set browser_id = $2 where user_id = any($1)', [
    [real, ...testers].map(({ uId }) => uId),
    'da loja',
  ])
  await findRiskHits(deps)
  const hits = await db.read('select user_id, rule from risk_hits where user_id = any($1)', [
    [test, real, ...testers].map(({ uId }) => uId),
  ])
  expect(hits).toEqual([{ user_id: real.uId, rule: 'bigStake' }])
})
