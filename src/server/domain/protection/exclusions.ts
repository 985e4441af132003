import { randomUUID } from 'node:crypto'
import {
  currentLimit,
  keptLimitsEnd,
  laterEnd,
  stricterLimit,
  type LimitKind,
  type LimitPeriod,
  type StoredLimit,
} from '#contract/rules/limits.ts'
import type { AppDeps } from '../../deps.ts'
import type { Reader, Tx } from '../../db/client.ts'
import { Refusal } from '../../texts/refusal.ts'
import { cpfIndexOf, emailIndexesOf, emailIndexOf } from '../accounts/personIndex.ts'
import { readLimits, readUsed, toStoredLimit } from './limits.ts'

/** The keys by which rows are found: one of them, or both. The CPF has eleven digits. */
interface Person {
  email?: string | undefined
  cpf?: string | undefined
}

/** A limit as stored in a row of `exclusions`. */
interface KeptLimit {
  kind: LimitKind
  period: LimitPeriod
  amount: number | null
  next: { amount: number | null; from: string } | null
  /** The usage when the account was erased. */
  used: number
}

/** What the house has decided about the player, as stored in a row of `exclusions`. */
interface KeptByHouse {
  limits: { kind: string; period: string; amount: number; made_by: string }[]
  /** The desk's. */
  desk: { max_stake: number | null; max_win: number | null; changed_by: string } | null
}

interface Row {
  id: string
  excluded_until: Date | null
  limits: KeptLimit[]
  /** Null: nothing, or stored before it was. */
  house: KeptByHouse | null
  created_at: Date
}

/**
 * Stores the end of a pause and the limits of an account that is being erased, also those of the house, under the keyed index of its
 * e-mail and CPF: a pause until its end, limits for a year. Call it before the personal data is removed from the
 * account. An address that was never confirmed may be another person's, so nothing is kept under it. Stores nothing when
 * there is neither a pause nor a limit.
 */
export async function keepExclusion(
  deps: Pick<AppDeps, 'config' | 'clock'>,
  tx: Tx,
  userId: string,
): Promise<void> {
  const now = deps.clock.now()
  const [user] = await tx.query<{
    email: string
    is_confirmed: boolean
    cpf_index: Buffer | null
    excluded_until: Date | null
  }>(
    `select lower(email) as email, email_confirmed_at is not null as is_confirmed, cpf_index, excluded_until
      from users where id = $1 for update`,
    [userId],
  )
  if (!user) return
  const excludedUntil = user.excluded_until && user.excluded_until > now ? user.excluded_until : null
  const limits = await keptLimitsOf(tx, userId, now)
  const house = await keptByHouse(tx, userId)
  const hasLimits = limits.length > 0 || house !== null
  const keptUntil = laterEnd(excludedUntil, hasLimits ? keptLimitsEnd(now) : null)
  if (keptUntil === null || !(user.is_confirmed || user.cpf_index)) return
  await tx.query(
    `insert into exclusions (id, email_index, cpf_index, excluded_until, limits, created_at, kept_until, house)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [
      randomUUID(),
      user.is_confirmed ? emailIndexOf(deps, user.email) : null,
      user.cpf_index,
      excludedUntil,
      JSON.stringify(limits),
      now,
      keptUntil,
      house && JSON.stringify(house),
    ],
  )
}

/** Whether this person erased an account whose pause has not ended. Nobody but the staff may learn it. */
export async function isExclusionKept(
  deps: Pick<AppDeps, 'config' | 'clock'>,
  db: Reader,
  person: Person,
): Promise<boolean> {
  return currentPauseEnd(await readKept(deps, db, person), deps.clock.now()) !== null
}

/**
 * Applies the pause and the limits of this person's erased accounts to a new account: the stricter of two limits,
 * with its usage, and the end of a pause that has not ended. The CPF of `person` is proven.
 */
export async function applyKeptExclusion(
  deps: Pick<AppDeps, 'config' | 'clock'>,
  tx: Tx,
  userId: string,
  person: Person,
): Promise<void> {
  const now = deps.clock.now()
  const rows = await readKept(deps, tx, person)
  for (const row of rows) {
    for (const limit of row.limits) await applyLimit(tx, userId, limit, row.created_at, now)
    if (row.house) await applyHouse(tx, userId, row.house, now)
  }
  // This account has them now: staff may change them, and it leaves them to the person's next one.
  if (person.cpf !== undefined)
    await tx.query('update exclusions set house = null where id = any($1) and cpf_index = $2', [
      rows.filter(({ house }) => house !== null).map(({ id }) => id),
      cpfIndexOf(deps, person.cpf),
    ])
  const end = currentPauseEnd(rows, now)
  if (!end) return
  await tx.query(
    `update register_blocks set pause_before = greatest(pause_before, $2) where user_id = $1 and ended_at is null`,
    [userId, end],
  )
  await tx.query(
    `update users set excluded_until = greatest(excluded_until, $2), gift = false, marketing_email = false,
       marketing_push = false where id = $1`,
    [userId, end],
  )
}

async function keptLimitsOf(tx: Tx, userId: string, now: Date): Promise<KeptLimit[]> {
  const kept: KeptLimit[] = []
  for (const row of await readLimits(tx, userId)) {
    const { kind, period } = row
    const { amount, next } = currentLimit(toStoredLimit(row), now)
    if (amount === null) continue
    const used = await readUsed(tx, userId, kind, period, now)
    kept.push({ kind, period, amount, used, next: next && { ...next, from: next.from.toISOString() } })
  }
  return kept
}

async function keptByHouse(tx: Tx, userId: string): Promise<KeptByHouse | null> {
  const limits = await tx.query<KeptByHouse['limits'][number]>(
    'select kind, period, amount, made_by from house_limits where user_id = $1 order by kind, period',
    [userId],
  )
  const [desk = null] = await tx.query<NonNullable<KeptByHouse['desk']>>(
    `select max_stake, max_win, changed_by from desk_player_limits
      where user_id = $1 and (max_stake is not null or max_win is not null)`,
    [userId],
  )
  return limits.length > 0 || desk ? { limits, desk } : null
}

async function readKept(
  deps: Pick<AppDeps, 'config' | 'clock'>,
  db: Reader,
  { email, cpf }: Person,
): Promise<Row[]> {
  return db.read<Row>(
    `select id, excluded_until, limits, house, created_at from exclusions
      where (email_index = any($1) or cpf_index = $2) and kept_until > $3 order by created_at`,
    [
      email === undefined ? [] : emailIndexesOf(deps, email),
      cpf === undefined ? null : cpfIndexOf(deps, cpf),
      deps.clock.now(),
    ],
  )
}

function currentPauseEnd(rows: Row[], now: Date): Date | null {
  const ends = rows.map(({ excluded_until }) => excluded_until)
  const end = ends.reduce(laterEnd, null)
  return end && end > now ? end : null
}

async function applyLimit(tx: Tx, userId: string, kept: KeptLimit, usageAt: Date, now: Date): Promise<void> {
  const { kind, period, used } = kept
  const next = kept.next && { amount: kept.next.amount, from: new Date(kept.next.from) }
  const rows = await readLimits(tx, userId, true)
  const currentStored = toStoredLimit(rows.find((row) => row.kind === kind && row.period === period))
  const limit: StoredLimit = stricterLimit(currentStored, { amount: kept.amount, next }, now)
  await tx.query(
    `insert into player_limits (user_id, kind, period, amount, next_amount, next_from, used_before, used_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8)
     on conflict (user_id, kind, period) do update set amount = excluded.amount,
       next_amount = excluded.next_amount, next_from = excluded.next_from,
       used_before = case when player_limits.used_at > excluded.used_at then player_limits.used_before
         else excluded.used_before end,
       used_at = greatest(player_limits.used_at, excluded.used_at)`,
    [userId, kind, period, limit.amount, limit.next?.amount ?? null, limit.next?.from ?? null, used, usageAt],
  )
}

/** The stricter of two limits of the house, too. */
async function applyHouse(tx: Tx, userId: string, { limits, desk }: KeptByHouse, now: Date): Promise<void> {
  for (const { kind, period, amount, made_by } of limits)
    await tx.query(
      `insert into house_limits (user_id, kind, period, amount, made_by, created_at) values ($1, $2, $3, $4, $5, $6)
       on conflict (user_id, kind, period) do update set amount = least(house_limits.amount, excluded.amount)`,
      [userId, kind, period, amount, made_by, now],
    )
  if (desk)
    await tx.query(
      `insert into desk_player_limits (user_id, max_stake, max_win, changed_by, changed_at) values ($1, $2, $3, $4, $5)
       on conflict (user_id) do update set max_stake = least(desk_player_limits.max_stake, excluded.max_stake),
         max_win = least(desk_player_limits.max_win, excluded.max_win)`,
      [userId, desk.max_stake, desk.max_win, desk.changed_by, now],
    )
}

/**
 * Ends a kept pause that was another person's doing: the one whom the address and the CPF belong to has proven it to the
 * staff. Its limits stay. Returns its end; throws notFound.
 */
export async function liftKeptExclusion(tx: Tx, id: string): Promise<Date> {
  const [row] = await tx.query<{ excluded_until: Date }>(
    'select excluded_until from exclusions where id = $1 and excluded_until is not null for update',
    [id],
  )
  if (!row) throw new Refusal('notFound')
  await tx.query('update exclusions set excluded_until = null where id = $1', [id])
  return row.excluded_until
}
