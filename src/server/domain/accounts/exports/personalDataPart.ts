import { maskCpf } from '#contract/rules/kyc.ts'
import { toWireAmount, cents } from '#contract/money.ts'
import { sealedAs } from '../../../config/sealedColumns.ts'
import { readIdentity } from '../kyc.ts'
import type { Part, Position, ReadPart } from './part.ts'

/** Maximum number of rows per query. */
const batch = 500

/** One line of the export: plain values by column name. */
type ExportedLine = Record<string, string | number | boolean | null>

interface Row extends Record<string, unknown> {
  /** The row's sort keys, as text: a Date would lose the microseconds. */
  key_1: string
  key_2: string
}

/**
 * Queries that return one page each. `$1` is the player, `$2` and `$3` are the keys of the last row of the previous
 * page (null for the first page), and `$4` is the page size. A column whose name ends in _amount is money.
 */
const newestFirst = (table: string, listed: string) => `
  select created_at::text as key_1, id as key_2, ${listed} from ${table} r
  where user_id = $1 and created_at <= coalesce($2::timestamptz, 'infinity')
    and (created_at < coalesce($2::timestamptz, 'infinity') or id > $3)
  order by created_at desc, id limit $4`

const lists: [name: string, sql: string][] = [
  [
    'cards',
    `select type as key_1, '' as key_2, type, key_masked as key, holder, whatsapp, updated_at from payout_destinations
      where user_id = $1 and type > coalesce($2, '') and $3::text is not distinct from $3 order by type limit $4`,
  ],
  ['savedKeys', newestFirst('payout_keys', 'type, key_masked as key, holder, whatsapp, label, created_at')],
  ['sessions', newestFirst('sessions', 'device_id, created_at, last_seen_at, revoked_at')],
  ['browserNotices', newestFirst('push_subscriptions', `array_to_string(kinds, ', ') as kinds, created_at`)],
  ['identityChecks', newestFirst('identity_checks', 'state, refusal, created_at, pictures_at, decided_at')],
  [
    'identityPictures',
    `select check_id as key_1, kind as key_2, kind, taken_at from identity_pictures
      where user_id = $1 and (check_id, kind) > (coalesce($2, ''), coalesce($3, '')) order by check_id, kind limit $4`,
  ],
  ['passkeys', newestFirst('player_passkeys', 'name, created_at, used_at')],
  [
    'orders',
    newestFirst(
      'orders',
      `id, package_id, principal as principal_amount, bonus as bonus_amount, status, created_at, paid_at`,
    ),
  ],
  [
    'withdrawals',
    newestFirst(
      'withdrawals',
      `id, type, key_masked as key, holder, amount as paid_amount, fee as fee_amount, status, refusal, created_at,
        decided_at`,
    ),
  ],
  [
    'suspendedPrizes',
    newestFirst(
      'prize_suspensions',
      'ref_type, ref_id, wallet, amount as prize_amount, reason, created_at, until, ended_at, taken',
    ),
  ],
  [
    'ledger',
    `select t.id::text as key_1, e.seq::text as key_2, t.id, t.kind, t.ref_type, t.ref_id, t.at, e.account::text,
        e.amount as entry_amount
      from transfers t cross join lateral unnest(t.accounts, t.amounts) with ordinality as e (account, amount, seq)
      where t.user_id = $1 and e.account < 'house_provider' and t.id <= coalesce($2::bigint, 9223372036854775807)
        and (t.id < coalesce($2::bigint, 9223372036854775807) or e.seq > $3::integer)
      order by t.id desc, e.seq limit $4`,
  ],
  [
    'rounds',
    newestFirst(
      'game_rounds',
      `id, game, wallet, stake as stake_amount, payout as payout_amount, status, created_at, settled_at`,
    ),
  ],
  [
    'tickets',
    newestFirst(
      'tickets',
      `id, kind, wallet, stake as stake_amount, payout as payout_amount, state, result, cashed_out, created_at,
        settled_at, cashed_stake as cashed_stake_amount, cashed_paid as cashed_paid_amount,
        (select string_agg(concat(l.league, ': ', l.home, ' - ', l.away, ', ', l.option_key, ' @ ', l.odds), '; '
            order by l.position)
          from ticket_legs l where l.ticket_id = r.id and l.user_id = r.user_id) as selections`,
    ),
  ],
  [
    'limits',
    `select kind as key_1, period as key_2, kind, period, ${limitValue('amount')} as value,
        ${limitValue('next_amount')} as next_value, next_from
      from player_limits where user_id = $1 and (kind, period) > (coalesce($2, ''), coalesce($3, ''))
      order by kind, period limit $4`,
  ],
  [
    'houseLimits',
    `select kind as key_1, period as key_2, kind, period, ${limitValue('amount')} as value, created_at
      from house_limits where user_id = $1 and (kind, period) > (coalesce($2, ''), coalesce($3, ''))
      order by kind, period limit $4`,
  ],
  [
    'sportsLimits',
    `select user_id as key_1, '' as key_2, max_stake as max_stake_amount, max_win as max_win_amount, changed_at
      from desk_player_limits where user_id = $1 and $2::text is null and $3::text is null limit $4`,
  ],
  [
    'sportsFavourites',
    `select user_id as key_1, '' as key_2, matches::text as matches, leagues::text as leagues, changed_at
      from sports_favourites where user_id = $1 and $2::text is null and $3::text is null limit $4`,
  ],
  ['decisions', newestFirst('player_status_changes', 'status, until, reason, created_at')],
  [
    'playDays',
    `select day::text as key_1, '' as key_2, day::text as day, seconds from play_days
      where user_id = $1 and day > coalesce($2::date, '-infinity') and $3::text is not distinct from $3 order by day limit $4`,
  ],
  [
    'checkIns',
    `select day::text as key_1, '' as key_2, day::text as day, streak, amount as reward_amount, checked_at from check_ins
      where user_id = $1 and day > coalesce($2::date, '-infinity') and $3::text is not distinct from $3 order by day limit $4`,
  ],
  [
    'favouriteGames',
    `select game as key_1, '' as key_2, game from favourites
      where user_id = $1 and game > coalesce($2, '') and $3::text is not distinct from $3 order by game limit $4`,
  ],
  [
    'messages',
    `select seq::text as key_1, '' as key_2, kind, params::text as params, created_at, read_at from messages
      where user_id = $1 and seq < coalesce($2::bigint, 9223372036854775807) and $3::text is not distinct from $3
      order by seq desc limit $4`,
  ],
  [
    'emails',
    `select id::text as key_1, '' as key_2, kind, lang, state, created_at from outbox
      where lower("to") = (select lower(email) from users where id = $1)
        and id < coalesce($2::bigint, 9223372036854775807) and $3::text is not distinct from $3
      order by id desc limit $4`,
  ],
  [
    'chat',
    `select seq::text as key_1, '' as key_2, sender, text, created_at from chat_messages
      where user_id = $1 and seq > coalesce($2::integer, -1) and $3::text is not distinct from $3
      order by seq limit $4`,
  ],
]

const userSql = `select id, email, phone, country, name, kyc_name, invite_code, invited_by, level, avatar, nickname, bets_shown, lx,
    test_flag, kyc, language, marketing_email, marketing_push, monthly_statement, reality_check, is_app, excluded_until, suspended_until,
    status_reason, email_confirmed_at, created_at, last_login_at
  from users where id = $1`

/** A limit as the player has set it: money, or minutes. */
function limitValue(column: string): string {
  return `(case kind when 'time' then ${column} else ${column} / 100.0 end)::float8`
}

/**
 * All data stored about a player, for the player (LGPD, art. 18), as one JSON document with a line for each row. CPF and
 * payout keys are masked.
 */
export const readPersonalDataPart: ReadPart = async (deps, { userId, requestedAt }, at) => {
  const [name, sql] = lists[at.section]!
  const isFirst = at.after === null
  const rows = await deps.db.read<Row>(sql, [userId, at.after?.[0] ?? null, at.after?.[1] ?? null, batch])
  const lines = rows.map(toLine).map((line) => JSON.stringify(line))
  const isLast = rows.length < batch
  let text = lines.map((line, i) => `${isFirst && i === 0 ? '' : ','}\n    ${line}`).join('')
  if (isFirst) text = `,\n  ${JSON.stringify(name)}: [${text}`
  if (isFirst && at.section === 0) text = (await headOf(deps, userId, requestedAt)) + text
  if (isLast) text += '\n  ]'
  const next = isLast ? sectionAfter(at.section) : { section: at.section, after: keysOf(rows) }
  if (next === null) text += '\n}\n'
  return { text, lines: lines.length, next } satisfies Part
}

async function headOf(deps: Parameters<ReadPart>[0], userId: string, requestedAt: Date): Promise<string> {
  const [user] = await deps.db.read(userSql, [userId])
  const identity = await readIdentity(deps, deps.db, userId)
  const person = {
    ...toLine(user ?? {}),
    cpf: identity ? maskCpf(identity.cpf) : null,
    birth_date: await readBirthDate(deps, userId),
  }
  return `{\n  "exportedTime": ${JSON.stringify(requestedAt)},\n  "user": ${JSON.stringify(person)}`
}

async function readBirthDate(
  { db, config }: Parameters<ReadPart>[0],
  userId: string,
): Promise<string | null> {
  const [user] = await db.read<{ birth_date_encrypted: Buffer | null }>(
    'select birth_date_encrypted from users where id = $1',
    [userId],
  )
  return user?.birth_date_encrypted
    ? config.secrets.vault.open(user.birth_date_encrypted, sealedAs.birthDate)
    : null
}

function sectionAfter(section: number): Position | null {
  return section + 1 < lists.length ? { section: section + 1, after: null } : null
}

function keysOf(rows: Row[]): string[] {
  const last = rows.at(-1)
  return last ? [last.key_1, last.key_2] : []
}

function toLine(row: Record<string, unknown>): ExportedLine {
  const shown = Object.entries(row).filter(([name]) => name !== 'key_1' && name !== 'key_2')
  return Object.fromEntries(
    shown.map(([name, value]): [string, ExportedLine[string]] => {
      if (value instanceof Date) return [name, value.toISOString()]
      if (typeof value === 'number' && name.endsWith('_amount')) return [name, toWireAmount(cents(value))]
      if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
        return [name, value]
      return [name, null]
    }),
  )
}
