import { strongRetentionDays, weakRetentionDays, strongKindsSql } from '../domain/accounts/marks.ts'
import { endedSessionDays } from '../domain/accounts/sessions.ts'
import type { AppDeps } from '../deps.ts'

const dayMs = 86_400_000

/** Statements that delete expired rows, with the days for which rows are retained after they have expired. */
const deletions: [sql: string, retentionDays: number][] = [
  // Anybody may request captchas: those of a flood must not stay for a day.
  ['delete from captchas where expires_at < $1', 1 / 24],
  ['delete from passkey_challenges where expires_at < $1', 1 / 24],
  ['delete from push_messages where expires_at < $1', 1],
  ['delete from push_scores where seen_at < $1', 7],
  ['delete from rate_limits where window_start < $1', 2],
  ['delete from attempts where at < $1', 2],
  ['delete from password_resets where expires_at < $1', 30],
  ['delete from email_confirmations where expires_at < $1', 30],
  ['delete from login_links where expires_at < $1', 30],
  ['delete from terminal_logins where expires_at < $1', 1],
  ['delete from chat_tickets where expires_at < $1', 1],
  ['delete from chat_sessions where expires_at < $1', 1],
  ['delete from game_tickets where expires_at < $1', 1],
  ['delete from game_sessions where expires_at < $1', 1],
  ['delete from pix_charges where expires_at < $1', 30],
  [
    `delete from export_chunks c using exports e
      where e.id = c.export_id and e.user_id = c.user_id and e.requested_at < $1`,
    1,
  ],
  ['delete from exports where requested_at < $1', 1],
  ['delete from exclusions where kept_until < $1', 0],
  // Answers of the register of blocked persons are proof for five years.
  ['delete from register_answers where at < $1', 5 * 366],
  // One that has not ended still holds, whatever its age.
  ['delete from register_blocks where ended_at < $1', 5 * 366],
  ['delete from kept_identities where keep_until < $1', 0],
  [
    `update withdrawals set key_index = null where key_index is not null
      and user_id in (select id from users where erased_at < $1)`,
    strongRetentionDays,
  ],
  ['delete from regulator_lots where made_at < $1', 5 * 366],
  ['delete from sessions where expires_at < $1', endedSessionDays],
  [
    `delete from push_subscriptions s where created_at < $1
      and not exists (select from sessions o where o.user_id = s.user_id and o.id = s.session_id and o.revoked_at is null and o.expires_at > $1)`,
    1,
  ],
  [`delete from account_marks where at < $1 and kind not in ${strongKindsSql}`, weakRetentionDays],
  [
    `delete from account_marks where user_id in (select id from users where erased_at < $1)`,
    strongRetentionDays,
  ],
  ['delete from office.challenges where expires_at < $1', 1 / 24],
  ['delete from office.links where expires_at < $1', 1],
  ['delete from office.attempts where at < $1', 2],
  ['delete from office.action_keys where created_at < $1', 7],
  ['delete from office.staff_sessions where active_at < $1', 30],
]

/** Idempotency keys have the time of the database. A retry comes within minutes, so a week is plenty. */
const deleteOldKeys = `delete from idempotency_keys where created_at < now() - interval '7 days'`

/** Deletes expired rows. Continues after a failing statement and throws all errors at the end. */
export async function deleteExpired({ db, clock }: Pick<AppDeps, 'db' | 'clock'>): Promise<void> {
  const now = clock.now().getTime()
  const runs: [sql: string, params: Date[]][] = [
    ...deletions.map(([sql, retentionDays]): [string, Date[]] => [
      sql,
      [new Date(now - retentionDays * dayMs)],
    ]),
    [deleteOldKeys, []],
  ]
  const errors: unknown[] = []
  for (const [sql, params] of runs) {
    try {
      await db.write(sql, params)
    } catch (error) {
      errors.push(error)
    }
  }
  if (errors.length > 0) throw new AggregateError(errors, 'deleting expired rows failed')
}
