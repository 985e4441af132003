import { randomBytes } from 'node:crypto'
import { toLanguageCode, type LanguageCode } from '#contract/languages.ts'
import { isEmail } from '#contract/rules/email.ts'
import type { AppDeps } from '../../deps.ts'
import type { Tx } from '../../db/client.ts'
import { Refusal } from '../../texts/refusal.ts'
import { clearAttempts, confirmLimit, countAttempt } from '../protection/rateLimits.ts'
import { sendMail } from './outbox.ts'
import { hashToken } from './sessions.ts'

/** How long a link confirms an address. */
const lifetimeMs = 3 * 24 * 3_600_000

/** Where a link leads; `token` follows. */
export const confirmPath = '/confirm/'

/** The account that a link belongs to, as its page shows it. */
export interface OpenConfirmation {
  email: string
  language: LanguageCode
}

/** Sends the welcome with a link that confirms the address, or the link alone, and makes earlier links useless. */
export async function sendConfirmation(
  deps: Pick<AppDeps, 'clock' | 'config' | 'queue'>,
  tx: Tx,
  user: { id: string; email: string; language: LanguageCode },
  key: 'welcome' | 'confirmEmail',
): Promise<void> {
  const token = randomBytes(32).toString('base64url')
  const now = deps.clock.now()
  const expiresAt = new Date(now.getTime() + lifetimeMs)
  await tx.query('delete from email_confirmations where user_id = $1 and used_at is null', [user.id])
  await tx.query(
    `insert into email_confirmations (token_hash, user_id, email, created_at, expires_at)
     values ($1, $2, $3, $4, $5)`,
    [hashToken(token), user.id, user.email, now, expiresAt],
  )
  await sendMail(deps, tx, {
    to: user.email,
    key,
    language: user.language,
    link: { path: `${confirmPath}${token}`, label: 'confirmEmail' },
    // The link alone is useless without it; the welcome is not.
    ...(key === 'confirmEmail' && { expiresAt }),
  })
}

/**
 * Sends the link again. Throws `emailConfirmed` when there is nothing to confirm, `emailInvalid` for an address that
 * cannot get mail, or `tooManyAttempts` after three in a day.
 */
export async function resendConfirmation(deps: AppDeps, userId: string, ip: string): Promise<void> {
  const [user] = await deps.db.read<{ email: string; language: string; email_confirmed_at: Date | null }>(
    'select lower(email) as email, language, email_confirmed_at from users where id = $1 and erased_at is null',
    [userId],
  )
  if (!user) throw new Refusal('loggedOut')
  if (user.email_confirmed_at) throw new Refusal('emailConfirmed')
  if (!isEmail(user.email)) throw new Refusal('emailInvalid')
  await countAttempt(deps, confirmLimit, { email: user.email, ip })
  const { email } = user
  await deps.db.tx((tx) =>
    sendConfirmation(
      deps,
      tx,
      { id: userId, email, language: toLanguageCode(user.language) },
      'confirmEmail',
    ),
  )
}

/** What a link would confirm; undefined when it is unknown, used, expired, or of an address that was changed. */
export async function findConfirmation(
  deps: Pick<AppDeps, 'db' | 'clock'>,
  token: string,
): Promise<OpenConfirmation | undefined> {
  const [row] = await deps.db.read<{ email: string; language: string }>(
    `select c.email, u.language from email_confirmations c join users u on u.id = c.user_id
      where c.token_hash = $1 and c.used_at is null and c.expires_at > $2
        and lower(u.email) = c.email and u.erased_at is null`,
    [hashToken(token), deps.clock.now()],
  )
  return row && { email: row.email, language: toLanguageCode(row.language) }
}

/** Confirms the address of a link, once. Returns whether it was still valid. */
export async function confirmEmail(
  deps: Pick<AppDeps, 'db' | 'clock' | 'bus'>,
  token: string,
): Promise<boolean> {
  const now = deps.clock.now()
  return deps.db.tx(async (tx) => {
    const [used] = await tx.query<{ user_id: string; email: string }>(
      `update email_confirmations set used_at = $2
        where token_hash = $1 and used_at is null and expires_at > $2 returning user_id, email`,
      [hashToken(token), now],
    )
    if (!used) return false
    const [user] = await tx.query<{ id: string }>(
      `update users set email_confirmed_at = coalesce(email_confirmed_at, $3)
        where id = $1 and lower(email) = $2 and erased_at is null returning id`,
      [used.user_id, used.email, now],
    )
    if (!user) return false
    await clearAttempts(tx, confirmLimit, used)
    await deps.bus.publish(tx, {
      type: 'event',
      userId: user.id,
      event: { name: 'updateUserInfo', payload: {} },
    })
    return true
  })
}
