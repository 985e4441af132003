import type { HouseLimitView, OwnLimitView, PlayerNote, StatusChangeView } from '#contract/office/players.ts'
import type { PlayerStatus, StatusReason } from '#contract/rules/playerStatus.ts'
import { canonicalEmail } from '#contract/rules/email.ts'
import { nicknameKey } from '#contract/rules/nickname.ts'
import { plainText } from '#contract/rules/typed.ts'
import type { AppDeps } from '../../deps.ts'
import type { Db, Reader, SqlValue, Tx } from '../../db/client.ts'
import { Refusal } from '../../texts/refusal.ts'
import { debtsSql } from '../payments/debts.ts'
import { realEnd } from '../protection/barred.ts'
import { readHouseLimits } from '../protection/houseLimits.ts'
import { listStatusChanges } from '../protection/playerStatus.ts'
import { readProtection } from '../protection/limits.ts'
import { cpfIndexOf } from './personIndex.ts'

export interface PlayerDbRow {
  id: string
  email: string
  name: string
  phone: string
  level: number
  kyc: number
  test_flag: boolean
  suspended_until: Date | null
  closed_at: Date | null
  cash: number
  deposit_sum: number
  created_at: Date
  last_login_at: Date | null
}

export interface ProfileDbRow extends PlayerDbRow {
  status_reason: StatusReason | null
  lock: boolean
  bonus: number
  held: number
  turnover_left: number
  withdraw_sum: number
  bet_sum: number
  debt: number
  invite_code: string
  nickname: string | null
  invited_by_email: string | null
  language: string
  open_rounds: number
  open_tickets: number
}

const columnsSql = `u.id, u.email, case when u.phone = '' then '' else u.country || ' ' || u.phone end as phone, u.name, u.level, u.kyc, u.test_flag,
  u.suspended_until, u.closed_at, w.cash, w.deposit_sum, u.created_at, u.last_login_at`

/** Accounts that were not erased. `playerConditions` narrows it. */
export const playersSql = `select ${columnsSql} from users u join wallets w on w.user_id = u.id`

/** An id, or a CPF in its usual form. */
const wholeForm = /^(?:[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}|\d{3}\.\d{3}\.\d{3}-\d{2})$/i
/** A phone, or a part of one, as people write it; kept are its digits. */
const phoneForm = /^[\d\s+().-]+$/

/** How many matches of a search are looked at: more means that it has to be narrowed. */
const mostFound = 500

/** Conditions for `playersSql`. */
export function playerConditions(
  deps: Pick<AppDeps, 'config' | 'clock'>,
  filter: { q?: string | undefined; status?: PlayerStatus | undefined; verified?: 'yes' | 'no' | undefined },
  value: (parameter: SqlValue) => string,
): string[] {
  const found = ['u.erased_at is null']
  if (filter.q !== undefined) found.push(searchCondition(deps, filter.q, value))
  // PostgreSQL refuses a statement with a parameter that no condition uses, so each adds its own.
  const now = () => value(deps.clock.now())
  if (filter.status === 'closed') found.push('u.closed_at is not null')
  if (filter.status === 'suspended') found.push(`u.closed_at is null and u.suspended_until > ${now()}`)
  if (filter.status === 'active') found.push(`coalesce(u.suspended_until <= ${now()}, true)`)
  if (filter.verified !== undefined) found.push(`(u.kyc = 1) = ${value(filter.verified === 'yes')}`)
  return found
}

function searchCondition(
  deps: Pick<AppDeps, 'config'>,
  typed: string,
  value: (parameter: SqlValue) => string,
): string {
  const whole = value(typed)
  const ways = [
    `select id from users where id = ${whole}`,
    `select user_id from sessions where device_id <> '' and device_id = ${whole}`,
    `select user_id from sessions where browser_id = ${whole}`,
  ]
  if (typed.includes('@'))
    ways.push(`select id from users where email_canonical = ${value(canonicalEmail(typed))}`)
  if (typed.length >= 3) ways.push(`select id from users where nickname_key = ${value(nicknameKey(typed))}`)
  const digits = plainText(typed).replace(/\D/g, '')
  if (digits.length === 11)
    ways.push(`select id from users where cpf_index = ${value(cpfIndexOf(deps, digits))}`)
  // Whole ids and CPFs in their usual form are part of nothing else.
  if (typed.length >= 3 && !wholeForm.test(typed)) {
    const part = value(`%${escapeLike(typed.toLowerCase())}%`)
    ways.push(`select id from users where lower(email || ' ' || name || ' ' || phone) like ${part}`)
    if (digits.length >= 4 && digits !== typed && phoneForm.test(typed))
      ways.push(
        `select id from users where lower(email || ' ' || name || ' ' || phone) like ${value(`%${digits}%`)}`,
      )
  }
  return `u.id in (${ways.map((way) => `(${way} limit ${mostFound})`).join(' union all ')})`
}

/** Takes the meaning of a pattern from what somebody typed. */
function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&')
}

/** What is known about a player. Throws notFound for an account that is not there or was erased. */
export async function readPlayerProfile(db: Reader, userId: string): Promise<ProfileDbRow> {
  const [row] = await db.read<Omit<ProfileDbRow, 'invited_by_email'> & { invited_by: string | null }>(
    `select ${columnsSql}, u.status_reason, u.lock, w.bonus,
       w.hold_withdrawal + w.hold_round_cash + w.hold_round_bonus as held, w.turnover_left, w.withdraw_sum, w.bet_sum,
       u.invite_code, u.nickname, u.invited_by, u.language,
       ${debtsSql('u.id')} as debt,
       (select count(*)::int from game_rounds g where g.user_id = u.id and g.status = 'open') as open_rounds,
       (select count(*)::int from tickets t where t.user_id = u.id and t.result is null and t.state in (-10, 0))
         as open_tickets
     from users u join wallets w on w.user_id = u.id where u.id = $1 and u.erased_at is null`,
    [userId],
  )
  if (!row) throw new Refusal('notFound')
  // Apart, because who invited the player may be on another node.
  const [inviter] = await db.read<{ email: string }>('select email from users where id = $1', [
    row.invited_by,
  ])
  return { ...row, invited_by_email: inviter?.email ?? null }
}

/**
 * The limits that are set: the player's own with their usage, and the house's. A transaction must have locked the wallet.
 */
export async function readPlayerLimits(
  { clock }: Pick<AppDeps, 'clock'>,
  on: Db | Tx,
  userId: string,
): Promise<{ excludedUntil: Date | null; own: OwnLimitView[]; house: HouseLimitView[] }> {
  const [{ limits, excludedUntil }, house] = await Promise.all([
    readProtection({ clock, db: on }, userId, 'set'),
    readHouseLimits(on, userId),
  ])
  const own = limits.flatMap(({ kind, period, amount, used }) =>
    amount === null ? [] : [{ kind, period, amount, used }],
  )
  return { excludedUntil, own, house }
}

/** The latest notes and decisions of the staff about a player, newest first. */
export async function readStaffHistory(
  db: Reader,
  userId: string,
): Promise<{ notes: PlayerNote[]; statusChanges: StatusChangeView[] }> {
  const name = (column: string) =>
    `coalesce((select name from office.staff_names where id = ${column}), ${column})`
  const [notes, changes] = await Promise.all([
    db.read<{ id: string; text: string; made_by: string; created_at: Date }>(
      `select id, text, ${name('made_by')} as made_by, created_at from player_notes where user_id = $1
        order by created_at desc, id limit 100`,
      [userId],
    ),
    listStatusChanges(db, userId),
  ])
  return {
    notes: notes.map((row) => ({
      id: row.id,
      text: row.text,
      madeByName: row.made_by,
      createdAt: row.created_at.toISOString(),
    })),
    statusChanges: changes.map(({ until, madeBy, at, ...change }) => ({
      ...change,
      until: realEnd(until)?.toISOString() ?? null,
      madeByName: madeBy,
      createdAt: at.toISOString(),
    })),
  }
}
