import { createHash, randomBytes, randomInt, randomUUID, timingSafeEqual } from 'node:crypto'
import type { LanguageCode } from '#contract/languages.ts'
import { isEmail, normalizeEmail } from '#contract/rules/email.ts'
import type { AppDeps } from '../../deps.ts'
import { vaultOf } from '../../config/crypto.ts'
import { Refusal } from '../../texts/refusal.ts'
import { findByEmail } from './emails.ts'
import { mailPlayer, sendMail } from './outbox.ts'
import { refuseWeakPassword } from './newPassword.ts'
import {
  countAttempt,
  clearAttempts,
  loginLimit,
  passwordLimit,
  resetCheckLimit,
  resetDayLimit,
  resetLimit,
} from '../protection/rateLimits.ts'
import { endSessions } from './sessions.ts'
import { hashPassword } from './passwords.ts'

const lifetimeMs = 10 * 60_000

interface Origin {
  ip: string
  language: LanguageCode
}

interface ResetRow {
  id: string
  code_hash: Buffer
  expires_at: Date
}

/**
 * Step 1: sends a code of six digits, valid for ten minutes, which replaces earlier ones. For an unknown
 * e-mail the result is the same, but nothing is sent. Throws `emailInvalid` or `tooManyAttempts`.
 */
export async function sendResetCode(deps: AppDeps, address: string, origin: Origin): Promise<void> {
  const email = normalizeEmail(address)
  if (email === '' || email.length > 254) throw new Refusal('emailInvalid')
  await countAttempt(deps, resetLimit, { email, ip: origin.ip })
  await clearAttempts(deps.db, resetCheckLimit, email)
  const user = await findByEmail(deps.db, email)
  // Checked only for unknown e-mails, because sandbox accounts may have invalid addresses.
  if (!user && !isEmail(email)) throw new Refusal('emailInvalid')
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  const now = deps.clock.now()
  const userId = user?.id ?? null
  const expiresAt = new Date(now.getTime() + lifetimeMs)
  // For an unknown e-mail the same rows are written, and the mail is withdrawn before anybody can see it, so that the
  // response time does not reveal whether there is an account.
  await deps.db.tx(async (tx) => {
    await tx.query('update password_resets set used_at = $2 where user_id = $1 and used_at is null', [
      userId,
      now,
    ])
    await tx.query(
      `insert into password_resets (id, user_id, code_hash, created_at, expires_at)
       select $1, id, $3, $4, $5 from users where id = $2`,
      [randomUUID(), userId, hashCode(deps, code), now, expiresAt],
    )
    const { language } = origin
    // To the spelling that the account has.
    const to = user?.email ?? email
    const mail = await sendMail(deps, tx, { to, key: 'resetPassword', language, code, expiresAt })
    if (!user) await tx.query('delete from outbox where id = $1', [mail])
  })
}

/**
 * Step 2: exchanges the code for a check id (single use, ten minutes). Throws `resetCodeWrong` (also for an
 * unknown e-mail), `resetCodeExpired` for the right code after its expiry, or `tooManyAttempts` after five
 * attempts, or twenty in a day across codes.
 */
export async function checkResetCode(
  deps: AppDeps,
  form: { email: string; code: string },
  origin: Origin,
): Promise<string> {
  const email = normalizeEmail(form.email)
  await countAttempt(deps, resetCheckLimit, { email, ip: origin.ip })
  await countAttempt(deps, resetDayLimit, { email, ip: origin.ip })
  const now = deps.clock.now()
  const user = await findByEmail(deps.db, email)
  const checkId = await deps.db.tx(async (tx) => {
    const [reset] = await tx.query<ResetRow>(
      `select id, code_hash, expires_at from password_resets
        where user_id = $1 and used_at is null and checked_at is null
        order by created_at desc limit 1 for update`,
      [user?.id ?? null],
    )
    const codeHash = hashCode(deps, form.code.normalize('NFKC').replace(/\s/g, ''))
    if (!timingSafeEqual(codeHash, reset?.code_hash ?? randomBytes(codeHash.length)) || !reset)
      return undefined
    if (reset.expires_at <= now) throw new Refusal('resetCodeExpired')
    const id = randomBytes(24).toString('base64url')
    await tx.query('update password_resets set check_hash = $2, checked_at = $3 where id = $1', [
      reset.id,
      hashCheckId(id),
      now,
    ])
    // Who has the code reads the mails of this address.
    await tx.query(
      `update users set email_confirmed_at = $2
        where id = (select user_id from password_resets where id = $1) and email_confirmed_at is null`,
      [reset.id, now],
    )
    return id
  })
  if (checkId === undefined) throw new Refusal('resetCodeWrong')
  await clearAttempts(deps.db, resetCheckLimit, email)
  await clearAttempts(deps.db, resetDayLimit, email)
  return checkId
}

/**
 * Step 3: exchanges the check id for a new password and ends all sessions of the player. After a refused password
 * the check id remains valid. Throws `resetCheckInvalid` or the password's refusal.
 */
export async function setPassword(deps: AppDeps, checkId: string, password: string): Promise<void> {
  const now = deps.clock.now()
  const checkedAfter = new Date(now.getTime() - lifetimeMs)
  const [reset] = await deps.db.read<{ user_id: string; email: string }>(
    `select r.user_id, u.email from password_resets r join users u on u.id = r.user_id
      where r.check_hash = $1 and r.used_at is null and r.checked_at > $2`,
    [hashCheckId(checkId), checkedAfter],
  )
  if (!reset) throw new Refusal('resetCheckInvalid')
  refuseWeakPassword(password, reset.email)
  const hash = await hashPassword(deps, password)
  await deps.db.tx(async (tx) => {
    const [used] = await tx.query(
      `update password_resets set used_at = $2
        where check_hash = $1 and used_at is null and checked_at > $3 returning id`,
      [hashCheckId(checkId), now, checkedAfter],
    )
    if (!used) throw new Refusal('resetCheckInvalid')
    await tx.query(
      `update users set password_hash = $2, test_password = case when test_password is null then null else $3 end
        where id = $1`,
      [reset.user_id, hash, password],
    )
    await endSessions(deps, tx, { userId: reset.user_id })
    await mailPlayer(deps, tx, reset.user_id, { key: 'passwordChanged' })
    await clearAttempts(tx, loginLimit, reset.email)
    await clearAttempts(tx, passwordLimit, reset.email)
  })
}

/**
 * Hashed with the server's key, because a plain hash of a six-digit code could be reversed by trying all codes.
 */
function hashCode(deps: Pick<AppDeps, 'config'>, code: string): Buffer {
  return vaultOf(deps).index(code, 'password_resets.code')
}

function hashCheckId(checkId: string): Buffer {
  return createHash('sha256').update(checkId).digest()
}
