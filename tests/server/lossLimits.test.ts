import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fromWirePlayLimits } from '#contract/http/limits.ts'
import { cents } from '#contract/money.ts'
import { limitPeriods, type LimitPeriod } from '#contract/rules/limits.ts'
import type { Tx } from '#server/db/client.ts'
import {
  readProtection,
  readStakeGuard,
  readUsed,
  refuseStake,
  setLimit,
} from '#server/domain/protection/limits.ts'
import { InsufficientFunds } from '#server/ledger/errors.ts'
import { lockWallet } from '#server/ledger/walletLock.ts'
import { sized } from '../scope.ts'
import { stopTime } from './helpers/stopTime.ts'
import { createTestApp } from './helpers/testApp.ts'
import { testActor } from './helpers/testActor.ts'

stopTime()
const { deps, get, post, createUser } = await createTestApp()
const { db, ledger, clock } = deps

type LimitsWire = Parameters<typeof fromWirePlayLimits>[0]

const hour = 3_600_000
const start = new Date('2027-03-10T18:00:00Z')

/** Net loss of cash bets in each current period, in cents, added up from the arguments of all postings. */
async function expectedLosses(userId: string): Promise<Record<string, number>> {
  const rows = await db.read<{ period: string; lost: number }>(
    `select period, greatest(0, coalesce(sum(case kind
        when 'stake' then (args ->> 'amount')::bigint
        when 'settle' then -(args ->> 'payout')::bigint
        when 'refund' then -(args ->> 'stake')::bigint
        else (args ->> 'stake')::bigint - (args ->> 'payout')::bigint end), 0))::bigint as lost
      from unnest($2::text[]) as period left join transfers on user_id = $1
        and kind in ('stake', 'settle', 'refund', 'play') and args ->> 'wallet' = 'cash'
        and at >= date_trunc(period, $3::timestamptz, 'America/Sao_Paulo')
      group by period`,
    [userId, limitPeriods, clock.now()],
  )
  return Object.fromEntries(rows.map(({ period, lost }) => [period, lost]))
}

/** The same losses as the player's screen shows them. */
async function shownLosses(userId: string): Promise<Record<string, number>> {
  const { limits } = await readProtection(deps, userId)
  const losses = limits.filter(({ kind }) => kind === 'loss')
  return Object.fromEntries(losses.map(({ period, used }) => [period, used]))
}

const stake = fc.integer({ min: 1, max: 500 })
const payout = fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 900 }))
const wallet = fc.constantFrom('cash' as const, 'cash' as const, 'bonus' as const)
const refType = fc.constantFrom('round' as const, 'ticket' as const)
const action = fc.oneof(
  fc.record({ do: fc.constant('hold' as const), amount: stake, wallet, refType }),
  fc.record({ do: fc.constant('play' as const), amount: stake, payout, wallet }),
  fc.record({ do: fc.constant('settle' as const), payout }),
  fc.record({ do: fc.constant('refund' as const) }),
  fc.record({ do: fc.constant('deposit' as const), amount: stake }),
  fc.record({ do: fc.constant('limit' as const), period: fc.constantFrom(...limitPeriods), amount: stake }),
)
const step = fc.record({
  /** Milliseconds since the previous step: seconds, hours, or days. */
  after: fc.oneof(
    fc.constant(0),
    fc.integer({ min: 1, max: 90_000 }),
    fc.integer({ min: 1, max: 30 * hour }),
    fc.integer({ min: 1, max: 9 * 24 * hour }),
  ),
  action,
  isRead: fc.boolean(),
})

describe('the loss in a period', () => {
  it('is the sum of the postings since the period began, whatever was played and when', async () => {
    const seen: Record<string, number> = {}
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 40, size: 'max' }), async (steps) => {
        await clock.moveTo(start)
        const { uId: userId } = await createUser({ balance: 300, freeBalance: 300 })
        const open: { roundId: string; refType: 'round' | 'ticket' }[] = []
        const limits = new Map<LimitPeriod, number>()
        /** Places a bet as the games do; the limits must agree with the plain sum. */
        const bet = async (
          amount: number,
          betWallet: 'cash' | 'bonus',
          move: (tx: Tx) => Promise<unknown>,
        ) => {
          const losses = await expectedLosses(userId)
          const isOver =
            betWallet === 'cash' &&
            [...limits].some(([period, limit]) => (losses[period] ?? 0) + amount > limit)
          const outcome = await db
            .tx(async (tx) => {
              const guard = await readStakeGuard(tx, userId, 'mines')
              await refuseStake(deps, tx, guard, { userId, amount: cents(amount), wallet: betWallet })
              await move(tx)
            })
            .then(
              () => 'placed',
              (error: Error) => (error instanceof InsufficientFunds ? 'poor' : error.message),
            )
          expect(outcome === 'limitReached').toBe(isOver)
          seen[outcome] = (seen[outcome] ?? 0) + 1
          return outcome === 'placed'
        }
        for (const { after, action: act, isRead } of steps) {
          await clock.advance(after)
          const roundId = randomUUID()
          if (act.do === 'hold') {
            const { refType, amount } = act
            const held = { userId, roundId, refType, amount: cents(amount), wallet: act.wallet }
            if (await bet(amount, act.wallet, (tx) => ledger.holdStake(tx, { ...held, actor: testActor }))) {
              open.push({ roundId, refType })
            }
          } else if (act.do === 'play') {
            const round = { userId, roundId, stake: cents(act.amount), payout: cents(act.payout) }
            await bet(act.amount, act.wallet, (tx) =>
              ledger.instantRound(tx, { actor: testActor, ...round, wallet: act.wallet }),
            )
          } else if (act.do === 'settle' || act.do === 'refund') {
            const round = open.shift()
            if (round && act.do === 'refund')
              await ledger.refundRound(db, { actor: testActor, userId, ...round })
            if (round && act.do === 'settle') {
              await ledger.settleRound(db, { actor: testActor, userId, ...round, payout: cents(act.payout) })
            }
          } else if (act.do === 'deposit') {
            const [principal, none] = [cents(act.amount), cents(0)]
            await ledger.deposit(db, {
              actor: testActor,
              userId,
              orderId: roundId,
              principal,
              bonus: none,
              turnover: none,
            })
          } else {
            // A first or lower limit applies at once.
            const lower = Math.min(act.amount * 4, limits.get(act.period) ?? Infinity)
            limits.set(act.period, lower)
            await setLimit(deps, userId, { kind: 'loss', period: act.period, amount: lower })
          }
          if (isRead) expect(await shownLosses(userId)).toEqual(await expectedLosses(userId))
        }
        expect(await shownLosses(userId)).toEqual(await expectedLosses(userId))
      }),
      { numRuns: sized(4, 12), endOnFailure: true },
    )
    expect(await ledger.violations()).toEqual([])
    expect(['placed', 'limitReached'].filter((outcome) => !seen[outcome])).toEqual([])
  }, 120_000)
})

/** Creates a player who has played `postings` rounds today and lost one cent in each. */
async function createBusyPlayer(postings: number) {
  await clock.moveTo(start)
  const player = await createUser({ balance: 10_000 })
  await db.write(
    `insert into transfers (key, kind, user_id, ref_type, ref_id, args, accounts, amounts, balances, at)
     select 'busy:' || $1 || n, 'play', $1, 'round', n::text,
       '{"stake": 2, "payout": 1, "wallet": "cash", "counted": 2}',
       '{cash,house_games,house_games,cash}', '{-2,2,-1,1}',
       array[1000000 - n - 1, null, null, 1000000 - n]::bigint[], $3
     from generate_series(1, $2::int) n`,
    [player.uId, postings, new Date(start.getTime() - hour)],
  )
  await db.write(
    'update wallets set cash = cash - $2, cash_net_loss = $2, bet_sum = 2 * $2 where user_id = $1',
    [player.uId, postings],
  )
  await db.write('analyze transfers')
  return player
}

it('reading the limits does not wait for a bet in progress, and stores the baselines once it can', async () => {
  const { token, uId } = await createBusyPlayer(500)
  const baselines = () => db.read('select 1 as baseline from period_loss_baselines where user_id = $1', [uId])
  const expected = await expectedLosses(uId)
  await db.tx(async (tx) => {
    await lockWallet(tx, uId)
    const { http, data } = await get<LimitsWire>('/api/app/limits', { token })
    expect(http).toBe(200)
    const losses = fromWirePlayLimits(data).limits.filter(({ kind }) => kind === 'loss')
    expect(Object.fromEntries(losses.map(({ period, used }) => [period, used]))).toEqual(expected)
  })
  expect(await baselines()).toEqual([])
  expect(await shownLosses(uId)).toEqual(expected)
  expect(await baselines()).not.toEqual([])
})

it('a migration gives existing wallets the running total and their limits the baselines', async () => {
  const { token, uId } = await createBusyPlayer(500)
  await post('/api/app/limits', { kind: 'loss', period: 'day', amount: 5_000 }, { token })
  const before = await db.read('select user_id, cash_net_loss from wallets order by user_id')
  await db.write('drop table period_loss_baselines cascade')
  await db.write('drop index orders_paid')
  await db.write('alter table wallets drop column cash_net_loss cascade')
  const server = new URL('../../src/server/', import.meta.url)
  for (const name of ['105.loss-marks.sql', '671.loss-baselines.sql']) {
    const migration = await readFile(new URL(`db/migrations/${name}`, server), 'utf8')
    // `now()` is the machine's time, which differs from this test's clock.
    await db.write(migration.replaceAll('now()', `'${clock.now().toISOString()}'::timestamptz`))
  }
  await db.write(await readFile(new URL('ledger/ledger.sql', server), 'utf8'))
  expect(await db.read('select user_id, cash_net_loss from wallets order by user_id')).toEqual(before)
  expect(
    await db.read('select period, cash_net_loss from period_loss_baselines where user_id = $1', [uId]),
  ).toEqual([{ period: 'day', cash_net_loss: 0 }])
  expect(await shownLosses(uId)).toEqual(await expectedLosses(uId))
  expect(await ledger.violations()).not.toContain(`net loss is not the sum of the cash bets: ${uId}`)
})

/** Runs `act`; returns how many rows of the partitions of `transfers` each of its transactions read. */
async function rowsRead(act: () => Promise<unknown>): Promise<number[]> {
  const read: number[] = []
  const originalTx = db.tx
  db.tx = (fn) =>
    originalTx(async (tx) => {
      const result = await fn(tx)
      const [row] = await tx.query<{ rows: number }>(
        `select sum(seq_tup_read + idx_tup_fetch)::bigint as rows
          from pg_stat_xact_user_tables where relname ~ '^transfers_\\d+$'`,
      )
      read.push(row?.rows ?? 0)
      return result
    })
  try {
    await act()
  } finally {
    db.tx = originalTx
  }
  return read
}

it('a player with many postings sets a limit and bets, and no transaction reads them', async () => {
  const player = await createBusyPlayer(50_000)
  const options = { token: player.token }
  const bet = () => post('/api/app/game/dice/bet', { amount: 1, direction: 'over', chance: 50 }, options)
  const setting = await rowsRead(async () => {
    for (const period of limitPeriods) {
      // Both bets of 1 may lose.
      const set = await post('/api/app/limits', { kind: 'loss', period, amount: 502 }, options)
      expect(set.http).toBe(200)
    }
  })
  expect(Math.max(...setting)).toBeLessThan(50)
  const betting = await rowsRead(async () => expect((await bet()).http).toBe(200))
  expect(betting.length).toBeGreaterThan(0)
  expect(Math.max(...betting)).toBeLessThan(50)
  const refused = await post('/api/app/limits', { kind: 'loss', period: 'day', amount: 499 }, options)
  expect(refused.http).toBe(200)
  expect((await bet()).message).toBe('Este valor passa do limite que você definiu em Jogo responsável.')

  // Tomorrow's first bet stores a new mark and reads no further back than yesterday's postings.
  await clock.advance(24 * hour)
  const tomorrow = await rowsRead(async () => expect((await bet()).http).toBe(200))
  expect(Math.max(...tomorrow)).toBeLessThan(50)
  expect(await shownLosses(player.uId)).toEqual(await expectedLosses(player.uId))
}, 60_000)

it('a deposit limit reads the orders of its period only', async () => {
  await clock.moveTo(start)
  const { uId } = await createUser()
  await db.write(
    `insert into orders (id, user_id, package_id, provider, principal, status, created_at, expires_at, paid_at)
     select $1 || n, $1, (select id from deposit_packages limit 1), 'sandbox', 100, 'paid', at, at, at
     from generate_series(1, 2000) n, lateral (select $2::timestamptz - n * interval '1 day' as at) days`,
    [uId, start],
  )
  await db.write('analyze orders')
  const rows = await db.tx(async (tx) => {
    expect(await readUsed(tx, uId, 'deposit', 'month', start)).toBe(900)
    const [row] = await tx.query<{ rows: number }>(
      `select (seq_tup_read + idx_tup_fetch)::bigint as rows
        from pg_stat_xact_user_tables where relname = 'orders'`,
    )
    return row?.rows
  })
  expect(rows).toBeLessThan(20)
})
