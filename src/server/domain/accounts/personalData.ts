import { maskCpf } from '#contract/rules/kyc.ts'
import { toWireAmount, cents } from '#contract/money.ts'
import type { AppDeps } from '../../deps.ts'
import type { Db, Tx } from '../../db/client.ts'
import { lockWallet } from '../../walletLock.ts'
import { Refusal } from '../../errors.ts'
import { readIdentity } from './kyc.ts'
import { verifyPassword } from './passwords.ts'
import { keepExclusion } from '../protection/exclusions.ts'
import { countAttempt, loginLimit, refuseOverLimit } from '../protection/rateLimits.ts'
import { endSessions } from './sessions.ts'

/** One line of the export: plain values by column name. */
export type ExportedLine = Record<string, string | number | boolean | null>

export interface PersonalData {
  exportedAt: Date
  user: ExportedLine
  cards: ExportedLine[]
  sessions: ExportedLine[]
  orders: ExportedLine[]
  withdrawals: ExportedLine[]
  ledger: ExportedLine[]
  rounds: ExportedLine[]
  tickets: ExportedLine[]
  emails: ExportedLine[]
  chat: ExportedLine[]
}

/** `$1` is the player; a column whose name ends in _amount is money. */
const lists = {
  cards: `select type, key_masked as key, holder, whatsapp, updated_at from payout_destinations
    where user_id = $1 order by type`,
  sessions: `select device_id, created_at, last_seen_at, revoked_at from sessions
    where user_id = $1 order by created_at desc`,
  orders: `select id, package_id, principal as principal_amount, bonus as bonus_amount, status, created_at, paid_at
    from orders where user_id = $1 order by created_at desc`,
  withdrawals: `select id, type, key_masked as key, holder, amount as paid_amount, fee as fee_amount, status,
    created_at, decided_at from withdrawals where user_id = $1 order by created_at desc`,
  ledger: `select t.id, t.kind, t.ref_type, t.ref_id, t.at, e.account::text, e.amount as entry_amount
    from transfers t join entries e on e.transfer_id = t.id and e.user_id = $1
    where t.user_id = $1 order by t.id desc, e.seq`,
  rounds: `select id, game, wallet, stake as stake_amount, payout as payout_amount, status, created_at, settled_at
    from game_rounds where user_id = $1 order by created_at desc`,
  tickets: `select t.id, t.kind, t.wallet, t.stake as stake_amount, t.payout as payout_amount, t.state, t.result,
      t.cashed_out, t.created_at, t.settled_at,
      (select string_agg(concat(l.league, ': ', l.home, ' - ', l.away, ', ', l.option_key, ' @ ', l.odds), '; '
          order by l.position)
        from ticket_legs l where l.ticket_id = t.id) as selections
    from tickets t where t.user_id = $1 order by t.created_at desc`,
  emails: `select subject, text, sent_at from outbox
    where lower("to") = (select lower(email) from users where id = $1) order by id desc`,
  chat: `select sender, text, created_at from chat_messages where user_id = $1 order by seq`,
} as const

const userSql = `select id, email, phone, country, name, kyc_name, invite_code, invited_by, level, avatar, lx,
    test_flag, kyc, language, marketing_email, marketing_push, is_app, excluded_until, created_at, last_login_at
  from users where id = $1`

/** All data stored about a player, for the player (LGPD, art. 18). CPF and payout keys are masked. */
export async function exportPersonalData(
  deps: Pick<AppDeps, 'db' | 'clock' | 'config'>,
  userId: string,
): Promise<PersonalData> {
  const list = async (name: keyof typeof lists) => {
    const rows = await deps.db.query<Record<string, unknown>>(lists[name], [userId])
    return rows.map(toLine)
  }
  const [user] = await deps.db.query<Record<string, unknown>>(userSql, [userId])
  const identity = await readIdentity(deps, deps.db, userId)
  return {
    exportedAt: deps.clock.now(),
    user: { ...toLine(user ?? {}), cpf: identity ? maskCpf(identity.cpf) : null },
    cards: await list('cards'),
    sessions: await list('sessions'),
    orders: await list('orders'),
    withdrawals: await list('withdrawals'),
    ledger: await list('ledger'),
    rounds: await list('rounds'),
    tickets: await list('tickets'),
    emails: await list('emails'),
    chat: await list('chat'),
  }
}

/**
 * Closes the account and removes the person from it; the ledger stays, anonymous, and so does what must outlive
 * it (domain/protection/exclusions.ts). Cannot be undone. Throws
 * `badCredentials` (counted as a failed login), `tooManyAttempts`, or `eraseHasMoney` while there is money in
 * the wallet, or a withdrawal, an order, a round or a ticket that is not finished.
 */
export async function erasePersonalData(
  deps: AppDeps,
  userId: string,
  password: string,
  ip: string,
): Promise<void> {
  const [user] = await deps.db.query<{ email: string; password_hash: string }>(
    'select lower(email) as email, password_hash from users where id = $1',
    [userId],
  )
  const subject = { email: user?.email ?? '', ip }
  await refuseOverLimit(deps, loginLimit, subject)
  if (!(await verifyPassword(user?.password_hash, password)) || !user) {
    await countAttempt(deps, loginLimit, subject)
    throw new Refusal('badCredentials')
  }
  await deps.db.tx(async (tx) => {
    await lockWallet(tx, userId)
    await refuseUnfinished(tx, userId)
    await keepExclusion(deps, tx, userId)
    await erase(tx, userId, user.email, deps.clock.now())
    await endSessions(deps, tx, { userId })
  })
}

async function refuseUnfinished(tx: Tx, userId: string): Promise<void> {
  const [open] = await tx.query(
    `select 1 as open from wallets w where w.user_id = $1 and (
       w.cash > 0 or w.hold_withdrawal > 0 or w.hold_round_cash > 0 or w.hold_round_bonus > 0
       or exists (select 1 from orders where user_id = $1 and status = 'pending'))`,
    [userId],
  )
  if (open) throw new Refusal('eraseHasMoney')
}

async function erase(tx: Tx | Db, userId: string, email: string, now: Date): Promise<void> {
  await tx.query(
    `update users set email = 'erased-' || id, phone = '', country = '', name = '', kyc_name = '',
       password_hash = '', test_password = null, cpf_encrypted = null, cpf_index = null, origin_index = null, kyc = 0,
       messenger = '', marketing_email = false, marketing_push = false, gift = false, erased_at = $2
     where id = $1`,
    [userId, now],
  )
  await tx.query('delete from payout_destinations where user_id = $1', [userId])
  await tx.query(
    `update withdrawals set key_encrypted = '', key_masked = '', holder = '', whatsapp = '' where user_id = $1`,
    [userId],
  )
  await tx.query(
    `update sandbox_payments set payer_encrypted = null
      where order_id in (select id from orders where user_id = $1)`,
    [userId],
  )
  await tx.query(`update sessions set device_id = '' where user_id = $1`, [userId])
  await tx.query('delete from password_resets where user_id = $1', [userId])
  await tx.query('delete from login_links where user_id = $1', [userId])
  await tx.query('delete from sandbox_users where user_id = $1', [userId])
  await tx.query('delete from idempotency_keys where user_id = $1', [userId])
  await tx.query('delete from messages where user_id = $1', [userId])
  await tx.query('delete from chat_messages where user_id = $1', [userId])
  await tx.query('delete from chat_conversations where user_id = $1', [userId])
  await tx.query('delete from outbox where lower("to") = $1', [email])
  await tx.query('delete from attempts where key = any($1)', [
    ['login', 'reset', 'resetCheck', 'resetCheckDay'].map((name) => `${name}:account:${email}`),
  ])
}

function toLine(row: Record<string, unknown>): ExportedLine {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]): [string, ExportedLine[string]] => {
      if (value instanceof Date) return [name, value.toISOString()]
      if (typeof value === 'number' && name.endsWith('_amount')) return [name, toWireAmount(cents(value))]
      if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
        return [name, value]
      return [name, null]
    }),
  )
}
