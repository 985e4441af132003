import { ZERO, type Cents, type WalletName } from '#contract/money.ts'
import {
  changedLimit,
  currentLimit,
  exceeds,
  exclusionEnd,
  limitKinds,
  limitPeriods,
  noLimit,
  timeOutEnd,
  type StoredLimit,
  type LimitKind,
  type LimitPeriod,
} from '#contract/rules/limits.ts'
import type { AppDeps } from '../../deps.ts'
import type { Db, SqlValue, Tx } from '../../db/client.ts'
import { Refusal } from '../../errors.ts'
import { profileOf } from '../../jurisdictions.ts'
import { dayZone } from '../days.ts'
import { prepareLossMarks, readLoss } from './lossMarks.ts'

type Deps = Pick<AppDeps, 'db' | 'clock'>

/** A limit with what is used of it: cents, or minutes for kind `time`. */
export interface LimitView extends StoredLimit {
  kind: LimitKind
  period: LimitPeriod
  used: number
}

export interface Protection {
  limits: LimitView[]
  excludedUntil: Date | null
  realityCheck: number
}

interface LimitRow {
  kind: LimitKind
  period: LimitPeriod
  amount: number | null
  next_amount: number | null
  next_from: Date | null
}

interface PlayerRow {
  excluded_until: Date | null
  reality_check: number
}

const depositSql = `
  select coalesce(sum(principal), 0)::bigint as used from orders
  where user_id = $1 and status = 'paid' and paid_at >= date_trunc($2, $3::timestamptz, $4)`
const timeSql = `
  select coalesce(sum(seconds), 0)::bigint / 60 as used from play_days
  where user_id = $1 and day >= date_trunc($2, $3::timestamptz at time zone $4)::date`
/** What was used of a limit in an erased account, if that was in this period. */
const usedBeforeSql = `
  select used_before as used from player_limits
  where user_id = $1 and kind = $5 and period = $2 and used_at >= date_trunc($2, $3::timestamptz, $4)`

/**
 * What is used of a limit in the current period, with what was used of it in an erased account. Every kind reads few
 * rows, however much was played: the loss has marks, deposits and days of play an index.
 */
export async function readUsed(
  on: Db | Tx,
  userId: string,
  kind: LimitKind,
  period: LimitPeriod,
  now: Date,
): Promise<number> {
  const params = [userId, period, now, dayZone]
  const [own, [before]] = await Promise.all([
    kind === 'loss' ? readLoss(on, userId, period, now) : readSum(on, sumSql[kind], params),
    on.query<{ used: number }>(usedBeforeSql, [...params, kind]),
  ])
  return own + (before?.used ?? 0)
}

const sumSql = { deposit: depositSql, time: timeSql }

async function readSum(on: Db | Tx, sql: string, params: SqlValue[]): Promise<number> {
  const [row] = await on.query<{ used: number }>(sql, params)
  return row?.used ?? 0
}

export async function readLimits(on: Db | Tx, userId: string, lock = false): Promise<LimitRow[]> {
  return on.query<LimitRow>(
    `select kind, period, amount, next_amount, next_from from player_limits
      where user_id = $1${lock ? ' for update' : ''}`,
    [userId],
  )
}

export function toStoredLimit(row: LimitRow | undefined): StoredLimit {
  if (!row) return noLimit
  return {
    amount: row.amount,
    next: row.next_from && { amount: row.next_amount, from: row.next_from },
  }
}

async function readPlayer(on: Db | Tx, userId: string): Promise<PlayerRow> {
  const [player] = await on.query<PlayerRow>(
    'select excluded_until, reality_check from users where id = $1',
    [userId],
  )
  if (!player) throw new Refusal('loggedOut')
  return player
}

/**
 * All limits of a player with what is used of them, the end of a pause, and the minutes between reality
 * checks.
 */
export async function readProtection(deps: Deps, userId: string): Promise<Protection> {
  const now = deps.clock.now()
  const { excluded_until, reality_check } = await readPlayer(deps.db, userId)
  const rows = await readLimits(deps.db, userId)
  const limits: LimitView[] = []
  for (const kind of limitKinds) {
    for (const period of limitPeriods) {
      const row = rows.find((one) => one.kind === kind && one.period === period)
      const used = await readUsed(deps.db, userId, kind, period, now)
      limits.push({ kind, period, used, ...currentLimit(toStoredLimit(row), now) })
    }
  }
  const excludedUntil = excluded_until && excluded_until > now ? excluded_until : null
  return { limits, excludedUntil, realityCheck: reality_check }
}

/** Sets one limit. A lower one applies at once; a higher one, or none, after 24 hours. */
export async function setLimit(
  deps: Deps,
  userId: string,
  change: { kind: LimitKind; period: LimitPeriod; amount: number | null },
): Promise<void> {
  const { kind, period, amount } = change
  if (kind === 'loss') await prepareLossMarks(deps, userId)
  await deps.db.tx(async (tx) => {
    // The wallet's row puts this in order with concurrent bets and deposits.
    await tx.query('select 1 from wallets where user_id = $1 for update', [userId])
    const rows = await readLimits(tx, userId, true)
    const row = rows.find((one) => one.kind === kind && one.period === period)
    const changed = changedLimit(toStoredLimit(row), amount, deps.clock.now())
    await tx.query(
      `insert into player_limits (user_id, kind, period, amount, next_amount, next_from)
       values ($1, $2, $3, $4, $5, $6)
       on conflict (user_id, kind, period) do update
         set amount = excluded.amount, next_amount = excluded.next_amount, next_from = excluded.next_from`,
      [userId, kind, period, changed.amount, changed.next?.amount ?? null, changed.next?.from ?? null],
    )
  })
}

/** A time-out of some days: no bets, deposits or offers. It cannot be shortened. */
export async function startTimeOut(deps: Deps, userId: string, days: number): Promise<void> {
  await pause(deps, userId, (held, now) => timeOutEnd(held, days, now))
}

/** A self-exclusion of some months. It cannot be revoked. */
export async function selfExclude(deps: Deps, userId: string, months: number): Promise<void> {
  await pause(deps, userId, (held, now) => exclusionEnd(held, months, now))
}

async function pause(
  deps: Deps,
  userId: string,
  endOf: (held: Date | null, now: Date) => Date,
): Promise<void> {
  await deps.db.tx(async (tx) => {
    const [user] = await tx.query<PlayerRow>(
      'select excluded_until, reality_check from users where id = $1 for update',
      [userId],
    )
    if (!user) throw new Refusal('loggedOut')
    await tx.query(
      `update users set excluded_until = $2, gift = false, marketing_email = false, marketing_push = false
        where id = $1`,
      [userId, endOf(user.excluded_until, deps.clock.now())],
    )
  })
}

/** Sets the minutes between two reality checks. */
export async function setRealityCheck(deps: Deps, userId: string, minutes: number): Promise<void> {
  await deps.db.query('update users set reality_check = $2 where id = $1', [userId, minutes])
}

/** What `refuseStake` needs to know; one query, which can be sent together with others. */
export interface StakeGuard {
  excluded_until: Date | null
  has_limits: boolean
  is_game_open: boolean
}

/** Reads the guard. `game` is a code of the catalogue, where an operator may have switched it off. */
export async function readStakeGuard(tx: Tx, userId: string, game: string): Promise<StakeGuard> {
  const [guard] = await tx.query<StakeGuard>(
    `select excluded_until, exists (select 1 from player_limits where user_id = $1) as has_limits,
        exists (select 1 from games where code = $2 and enabled) as is_game_open
      from users where id = $1`,
    [userId, game],
  )
  if (!guard) throw new Refusal('loggedOut')
  return guard
}

/**
 * Throws `gameUnknown` for a game that is switched off, `excluded` in a pause, `limitReached` when the stake
 * exceeds a loss limit or the playing time is used up.
 */
export async function refuseStake(
  deps: Pick<AppDeps, 'clock'>,
  tx: Tx,
  guard: StakeGuard,
  stake: { userId: string; amount: Cents; wallet: WalletName },
): Promise<void> {
  const { userId, amount, wallet } = stake
  if (!guard.is_game_open) throw new Refusal('gameUnknown')
  if (guard.excluded_until && guard.excluded_until > deps.clock.now()) throw new Refusal('excluded')
  if (!guard.has_limits) return
  // Concurrent bets must not each see the loss without the others.
  await tx.query('select 1 from wallets where user_id = $1 for update', [userId])
  await refuseBeyondLimits(deps, tx, userId, 'loss', wallet === 'cash' ? amount : ZERO)
  await refuseBeyondLimits(deps, tx, userId, 'time', 1)
}

/**
 * Throws `limitReached` when a deposit exceeds a limit, `limitsMissing` where the jurisdiction requires a
 * deposit limit first.
 */
export async function refuseDeposit(
  deps: Pick<AppDeps, 'clock' | 'config'>,
  tx: Tx,
  userId: string,
  price: Cents,
): Promise<void> {
  const hasLimit = await refuseBeyondLimits(deps, tx, userId, 'deposit', price)
  if (!hasLimit && profileOf(deps).limitsAtSignUp) throw new Refusal('limitsMissing')
  await refuseBeyondLimits(deps, tx, userId, 'time', 1)
}

/**
 * Throws `limitReached` when `more` exceeds a limit of the kind. Returns whether there is any limit of the
 * kind.
 */
async function refuseBeyondLimits(
  deps: Pick<AppDeps, 'clock'>,
  tx: Tx,
  userId: string,
  kind: LimitKind,
  more: number,
): Promise<boolean> {
  const now = deps.clock.now()
  let hasLimit = false
  for (const row of await readLimits(tx, userId)) {
    if (row.kind !== kind) continue
    const { amount } = currentLimit(toStoredLimit(row), now)
    if (amount === null) continue
    hasLimit = true
    // Read even for a bet of the bonus wallet, so that the mark of a new period is made at its first bet.
    const used = await readUsed(tx, userId, kind, row.period, now)
    if (more > 0 && exceeds(amount, used, more)) throw new Refusal('limitReached')
  }
  return hasLimit
}
