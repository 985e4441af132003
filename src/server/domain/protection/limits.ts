import { languages, type LanguageCode } from '#contract/languages.ts'
import { formatAmount } from '#contract/moneyTexts.ts'
import { cents, ZERO, type Cents, type WalletName } from '#contract/money.ts'
import {
  changedLimit,
  currentLimit,
  exceeds,
  exclusionEnd,
  isWithoutEnd,
  limitKinds,
  limitPeriods,
  noLimit,
  timeOutEnd,
  type StoredLimit,
  type LimitKind,
  type LimitPeriod,
} from '#contract/rules/limits.ts'
import type { AppDeps } from '../../deps.ts'
import type { Db, Reader, SqlValue, Tx } from '../../db/client.ts'
import { Refusal } from '../../texts/refusal.ts'
import { profileOf } from '../../config/jurisdictions.ts'
import { dayZone } from '../../time/days.ts'
import { playerActor } from '../../ledger/ledger.ts'
import { lockWallet } from '../../ledger/walletLock.ts'
import { endBonuses } from '../payments/endBonuses.ts'
import { mailPlayer } from '../accounts/outbox.ts'
import { barColumns, refuseBarred, type Bar } from './barred.ts'
import { refuseWhileClosed } from './serviceClosure.ts'
import { readHouseLimits } from './houseLimits.ts'
import { mailWords } from '../../texts/texts.ts'
import { endParams, limitText } from './protectionTexts.ts'
import { prepareLossBaselines, readLoss } from './periodLossBaselines.ts'

type Deps = Pick<AppDeps, 'db' | 'clock'>
type MailingDeps = Deps & Pick<AppDeps, 'config' | 'queue'>
type PausingDeps = MailingDeps & Pick<AppDeps, 'ledger'>

/** A limit with its usage: cents, or minutes for kind `time`. */
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
  select coalesce(sum(principal), 0)::bigint as used from (
    select principal from orders
    where user_id = $1 and status = 'paid' and paid_at >= date_trunc($2, $3::timestamptz, $4)
    union all
    select amount from vouchers where redeemed_by = $1 and redeemed_at >= date_trunc($2, $3::timestamptz, $4)
  ) d`
const timeSql = `
  select coalesce(sum(seconds), 0)::bigint / 60 as used from play_days
  where user_id = $1 and day >= date_trunc($2, $3::timestamptz at time zone $4)::date`
/** The usage of a limit in an erased account, if it was in this period. */
const usedBeforeSql = `
  select used_before as used from player_limits
  where user_id = $1 and kind = $5 and period = $2 and used_at >= date_trunc($2, $3::timestamptz, $4)`

/**
 * The usage of a limit in the current period, including that of an erased account. Reads few rows, however much was
 * played: losses use marks, deposits and days of play an index.
 */
export async function readUsed(
  db: Db | Tx,
  userId: string,
  kind: LimitKind,
  period: LimitPeriod,
  now: Date,
): Promise<number> {
  const params = [userId, period, now, dayZone]
  const [usage, [before]] = await Promise.all([
    kind === 'loss' ? readLoss(db, userId, period, now) : readSum(db, sumSql[kind], params),
    db.read<{ used: number }>(usedBeforeSql, [...params, kind]),
  ])
  return usage + (before?.used ?? 0)
}

const sumSql = { deposit: depositSql, time: timeSql }

async function readSum(db: Reader, sql: string, params: SqlValue[]): Promise<number> {
  const [row] = await db.read<{ used: number }>(sql, params)
  return row?.used ?? 0
}

export async function readLimits(db: Reader, userId: string, lock = false): Promise<LimitRow[]> {
  return db.read<LimitRow>(
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

async function readPlayer(db: Reader, userId: string): Promise<PlayerRow> {
  const [player] = await db.read<PlayerRow>('select excluded_until, reality_check from users where id = $1', [
    userId,
  ])
  if (!player) throw new Refusal('loggedOut')
  return player
}

/**
 * All limits of a player with their usage, or those that are set; the end of a pause, and the minutes between reality
 * checks. A transaction must have locked the wallet.
 */
export async function readProtection(
  deps: Pick<AppDeps, 'clock'> & { db: Db | Tx },
  userId: string,
  which: 'all' | 'set' = 'all',
): Promise<Protection> {
  const now = deps.clock.now()
  const [{ excluded_until, reality_check }, rows] = await Promise.all([
    readPlayer(deps.db, userId),
    readLimits(deps.db, userId),
  ])
  const limits: LimitView[] = []
  for (const kind of limitKinds) {
    for (const period of limitPeriods) {
      const row = rows.find((limit) => limit.kind === kind && limit.period === period)
      const limit = currentLimit(toStoredLimit(row), now)
      if (which === 'set' && limit.amount === null) continue
      limits.push({ kind, period, used: await readUsed(deps.db, userId, kind, period, now), ...limit })
    }
  }
  const excludedUntil = excluded_until && excluded_until > now ? excluded_until : null
  return { limits, excludedUntil, realityCheck: reality_check }
}

/** Sets one limit. A lower one applies at once; a higher one, or none, after 24 hours. */
export async function setLimit(
  deps: MailingDeps,
  userId: string,
  change: { kind: LimitKind; period: LimitPeriod; amount: number | null },
): Promise<void> {
  const { kind, period, amount } = change
  if (kind === 'loss') await prepareLossBaselines(deps, userId)
  await deps.db.tx(async (tx) => {
    // Locking the wallet serialises this with concurrent bets and deposits.
    await tx.query('select 1 from wallets where user_id = $1 for update', [userId])
    const rows = await readLimits(tx, userId, true)
    const row = rows.find((limit) => limit.kind === kind && limit.period === period)
    const now = deps.clock.now()
    const current = currentLimit(toStoredLimit(row), now)
    const changed = changedLimit(current, amount, now)
    await tx.query(
      `insert into player_limits (user_id, kind, period, amount, next_amount, next_from)
       values ($1, $2, $3, $4, $5, $6)
       on conflict (user_id, kind, period) do update
         set amount = excluded.amount, next_amount = excluded.next_amount, next_from = excluded.next_from`,
      [userId, kind, period, changed.amount, changed.next?.amount ?? null, changed.next?.from ?? null],
    )
    if (changed.amount === current.amount && !changed.next && !current.next) return
    const limit = { kind, period, ...(changed.next ?? { amount: changed.amount, from: null }) }
    await mailPlayer(deps, tx, userId, {
      key: 'limitChanged',
      params: { limit: (language) => limitText(language, limit) },
    })
  })
}

/**
 * Starts a time-out: no bets, deposits or offers for `days`. It cannot be shortened. Bonuses and their turnover end, so
 * that all cash can be withdrawn.
 */
export async function startTimeOut(deps: PausingDeps, userId: string, days: number): Promise<void> {
  await pause(deps, userId, (currentEnd, now) => timeOutEnd(currentEnd, days, now))
}

/** Starts a self-exclusion for `months`, or without end, which cannot be revoked. Bonuses end as in a time-out. */
export async function selfExclude(deps: PausingDeps, userId: string, months: number | null): Promise<void> {
  await pause(deps, userId, (currentEnd, now) => exclusionEnd(currentEnd, months, now))
}

async function pause(
  deps: PausingDeps,
  userId: string,
  endOf: (currentEnd: Date | null, now: Date) => Date,
): Promise<void> {
  await deps.db.tx(async (tx) => {
    await lockWallet(tx, userId)
    // While the register of blocked persons names the player, the pause of the account ends with that, and this one may not.
    const [user] = await tx.query<{ own_until: Date | null }>(
      `select case when b.pause_until >= u.excluded_until then b.pause_before else u.excluded_until end as own_until
        from users u left join register_blocks b on b.user_id = u.id and b.ended_at is null
        where u.id = $1 for update of u`,
      [userId],
    )
    if (!user) throw new Refusal('loggedOut')
    const end = endOf(user.own_until, deps.clock.now())
    await pauseUntil(deps, tx, userId, end)
    await mailPlayer(
      deps,
      tx,
      userId,
      isWithoutEnd(end)
        ? { key: 'exclusionStarted', params: {} }
        : { key: 'pauseStarted', params: endParams(end) },
    )
  })
}

/**
 * Pauses the player until this time, whatever the rules for its length, and at least as long as the register of blocked
 * persons does. Bonuses end; nobody is told. The wallet must be locked.
 */
export async function pauseUntil(
  deps: Pick<AppDeps, 'clock' | 'ledger'>,
  tx: Tx,
  userId: string,
  end: Date,
): Promise<void> {
  await endBonuses(deps, tx, userId, playerActor(userId))
  await tx.query('update register_blocks set pause_before = $2 where user_id = $1 and ended_at is null', [
    userId,
    end,
  ])
  await tx.query(
    `update users set gift = false, marketing_email = false, marketing_push = false, excluded_until = greatest($2,
       (select pause_until from register_blocks where user_id = $1 and ended_at is null)) where id = $1`,
    [userId, end],
  )
}

/** Sets the minutes between two reality checks. */
export async function setRealityCheck(deps: Deps, userId: string, minutes: number): Promise<void> {
  await deps.db.write('update users set reality_check = $2 where id = $1', [userId, minutes])
}

/** The input of `refuseStake`, from a single query that can be sent together with others. */
export interface StakeGuard extends Bar {
  has_limits: boolean
  is_game_open: boolean
}

/** Reads the guard. `game` is a code of the catalogue, where an operator may have disabled it. */
export async function readStakeGuard(tx: Tx, userId: string, game: string): Promise<StakeGuard> {
  const [guard] = await tx.query<StakeGuard>(
    `select ${barColumns}, exists (
          select from player_limits where user_id = $1 union all select from house_limits where user_id = $1) as has_limits,
        exists (select 1 from games where code = $2 and enabled) as is_game_open
      from users where id = $1`,
    [userId, game],
  )
  if (!guard) throw new Refusal('loggedOut')
  return guard
}

/**
 * Throws `serviceClosed`, `gameUnknown` for a disabled game, `excluded` during a pause, `suspended`, the refusals of `refuseBeyondLimits` when
 * the stake exceeds a loss limit or the playing time is used up, `stakeTooHigh` when it exceeds the house's limit for this player.
 */
export async function refuseStake(
  deps: Pick<AppDeps, 'clock' | 'settings'>,
  tx: Tx,
  guard: StakeGuard,
  stake: { userId: string; amount: Cents; wallet: WalletName },
): Promise<void> {
  const { userId, amount, wallet } = stake
  await refuseWhileClosed(deps)
  if (!guard.is_game_open) throw new Refusal('gameUnknown')
  refuseBarred(guard, deps.clock.now())
  if (!guard.has_limits) return
  // Serialises concurrent bets, so that each one sees the loss of the others.
  await tx.query('select 1 from wallets where user_id = $1 for update', [userId])
  await refuseBeyondLimits(deps, tx, userId, 'loss', wallet === 'cash' ? amount : ZERO)
  await refuseBeyondLimits(deps, tx, userId, 'time', 1)
  const most = (await readHouseLimits(tx, userId)).find(({ kind }) => kind === 'stake')
  if (most && amount > most.amount) {
    const limit = (code: LanguageCode) => formatAmount(cents(most.amount), languages[code])
    throw new Refusal('stakeTooHigh', { params: { limit } })
  }
}

/**
 * Throws `serviceClosed`, the refusals of `refuseBeyondLimits` when a deposit exceeds a limit, `limitsMissing` and `emailUnconfirmed` where the
 * jurisdiction requires limits and a confirmed e-mail address first.
 */
export async function refuseDeposit(
  deps: Pick<AppDeps, 'clock' | 'config' | 'settings'>,
  tx: Tx,
  userId: string,
  price: Cents,
): Promise<void> {
  await refuseWhileClosed(deps)
  await refuseBeyondLimits(deps, tx, userId, 'deposit', price)
  await refuseUnprepared(deps, tx, userId)
  await refuseBeyondLimits(deps, tx, userId, 'time', 1)
}

/** What the jurisdiction asks for between the registration and the first deposit. */
async function refuseUnprepared(
  deps: Pick<AppDeps, 'clock' | 'config'>,
  tx: Tx,
  userId: string,
): Promise<void> {
  const { limitsAtSignUp, confirmedEmail } = profileOf(deps)
  if (limitsAtSignUp.length > 0) {
    const now = deps.clock.now()
    const set = (await readLimits(tx, userId)).filter(
      (row) => currentLimit(toStoredLimit(row), now).amount !== null,
    )
    const missing = limitsAtSignUp.filter((kind) => !set.some((row) => row.kind === kind))
    const limits = (code: LanguageCode) =>
      new Intl.ListFormat(languages[code].locale).format(
        missing.map((kind) => mailWords(code).limitKinds[kind]),
      )
    if (missing.length > 0) throw new Refusal('limitsMissing', { params: { limits } })
  }
  if (!confirmedEmail) return
  const rows = await tx.query(
    'select 1 from users where id = $1 and (email_confirmed_at is not null or test_flag)',
    [userId],
  )
  if (rows.length === 0) throw new Refusal('emailUnconfirmed')
}

/**
 * Throws `limitReached`, or `timeLimitReached`, when usage plus `more` exceeds a limit of the kind that the player has set, and
 * `houseLimitReached` for one of the house.
 */
async function refuseBeyondLimits(
  deps: Pick<AppDeps, 'clock'>,
  tx: Tx,
  userId: string,
  kind: LimitKind,
  more: number,
): Promise<void> {
  const now = deps.clock.now()
  for (const row of await readLimits(tx, userId)) {
    if (row.kind !== kind) continue
    const { amount } = currentLimit(toStoredLimit(row), now)
    if (amount === null) continue
    // Read even for a bet of the bonus wallet, so that the mark of a new period is made at its first bet.
    const used = await readUsed(tx, userId, kind, row.period, now)
    if (more > 0 && exceeds(amount, used, more))
      throw new Refusal(kind === 'time' ? 'timeLimitReached' : 'limitReached')
  }
  for (const { kind: houseKind, period, amount } of await readHouseLimits(tx, userId)) {
    if (houseKind !== kind || period === 'bet') continue
    const used = await readUsed(tx, userId, kind, period, now)
    if (more > 0 && exceeds(amount, used, more)) throw new Refusal('houseLimitReached')
  }
}
