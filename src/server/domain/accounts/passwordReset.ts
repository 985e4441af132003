import { createHash, randomBytes, randomInt, randomUUID, timingSafeEqual } from 'node:crypto'
import type { LanguageCode } from '#contract/languages.ts'
import { isEmail, normalizeEmail } from '#contract/rules/email.ts'
import { bareCode } from '#contract/rules/typed.ts'
import type { AppDeps } from '../../deps.ts'
import { Refusal } from '../../texts/refusal.ts'
import { consumeCaptcha } from '../captcha/captcha.ts'
import { findByEmail } from './emails.ts'
import { knownDeviceOf } from './knownDevices.ts'
import { mailPlayer, sendMail } from './outbox.ts'
import { refuseWeakPassword } from './newPassword.ts'
import {
  countAttempt,
  clearAttempts,
  isAttemptAllowed,
  loginLimit,
  passwordLimit,
  resetCheckLimit,
  resetDayLimit,
  resetFreeLimit,
  resetLimit,
  type Subject,
} from '../protection/rateLimits.ts'
import { endSessions, type Device } from './sessions.ts'
import { hashPassword } from './passwords.ts'

const lifetimeMs = 10 * 60_000

/**
 * So many codes are accepted of those that known devices have asked for, and as many of the others: whoever asks for one code after
 * another voids none of the former.
 */
const openCodes = 5
const openCodesSql = `
  select id, code_hash, expires_at from password_resets
   where user_id = $1 and used_at is null and checked_at is null and id in (
     select id from (
       select id, row_number() over (partition by by_known_device order by created_at desc, id) as newness
         from password_resets where user_id = $1 and used_at is null and checked_at is null) r
      where newness <= $2)
   order by created_at desc for update`

interface Origin extends Device {
  ip: string
  language: LanguageCode
}

interface ResetRow {
  id: string
  code_hash: Buffer
  expires_at: Date
}

interface ResetRequest {
  email: string
  captchaId: string
  captchaAnswer: string
}

/**
 * Step 1: sends a code of six digits, valid for ten minutes. Earlier ones stay valid, so that nobody can void a code by
 * asking for another. For an unknown e-mail the result is the same, but nothing is sent. The first two requests
 * for an account need no captcha, nor do those of a known device. Throws `emailInvalid`, the captcha's refusals, or `tooManyAttempts`.
 */
export async function sendResetCode(deps: AppDeps, request: ResetRequest, origin: Origin): Promise<void> {
  const email = normalizeEmail(request.email)
  if (email === '' || email.length > 254) throw new Refusal('emailInvalid')
  const knownDevice = await knownDeviceOf(deps, email, origin)
  const subject = { email, ip: origin.ip, knownDevice }
  await countRequest(deps, request, subject)
  await clearAttempts(deps.db, resetCheckLimit, subject)
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
    await tx.query(
      `insert into password_resets (id, user_id, code_hash, created_at, expires_at, by_known_device)
       select $1, id, $3, $4, $5, $6 from users where id = $2`,
      [randomUUID(), userId, hashCode(deps, code), now, expiresAt, knownDevice !== undefined],
    )
    const { language } = origin
    // To the spelling that the account has.
    const to = user?.email ?? email
    const mail = await sendMail(deps, tx, { to, key: 'resetPassword', language, code, expiresAt })
    if (!user) await tx.query('delete from outbox where id = $1', [mail])
  })
}

/** Two requests are free, so that a player in need has only one field to fill in; whoever asks again shows that a person does. */
async function countRequest(deps: AppDeps, request: ResetRequest, subject: Subject): Promise<void> {
  const isAnswered = request.captchaAnswer.trim() !== ''
  if (isAnswered) await consumeCaptcha(deps, request.captchaId, request.captchaAnswer)
  if (isAnswered || subject.knownDevice !== undefined) return countAttempt(deps, resetLimit, subject)
  if (!(await isAttemptAllowed(deps, resetFreeLimit, subject)))
    throw new Refusal('captchaMissing', { data: { reason: 'captcha' } })
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
  const knownDevice = await knownDeviceOf(deps, email, origin)
  const subject = { email, ip: origin.ip, knownDevice }
  await countAttempt(deps, resetCheckLimit, subject)
  await countAttempt(deps, resetDayLimit, subject)
  const now = deps.clock.now()
  const user = await findByEmail(deps.db, email)
  const checkId = await deps.db.tx(async (tx) => {
    const open = await tx.query<ResetRow>(openCodesSql, [user?.id ?? null, openCodes])
    const codeHash = hashCode(deps, bareCode(form.code))
    // All of them, also for an unknown e-mail: how long it takes must not tell how many there are.
    const hashes = Array.from(
      { length: 2 * openCodes },
      (_, i) => open[i]?.code_hash ?? randomBytes(codeHash.length),
    )
    const matches = hashes.map((hash) => timingSafeEqual(codeHash, hash))
    const reset = open[matches.indexOf(true)]
    if (!reset) return undefined
    if (reset.expires_at <= now) throw new Refusal('resetCodeExpired')
    const id = randomBytes(24).toString('base64url')
    await tx.query('update password_resets set check_hash = $2, checked_at = $3 where id = $1', [
      reset.id,
      hashCheckId(id),
      now,
    ])
    await tx.query(
      'update password_resets set used_at = $3 where user_id = $1 and id <> $2 and used_at is null',
      [user?.id ?? null, reset.id, now],
    )
    // Who has the code reads the mails of this address.
    await tx.query(
      `update users set email_confirmed_at = $2
        where id = (select user_id from password_resets where id = $1) and email_confirmed_at is null`,
      [reset.id, now],
    )
    return id
  })
  if (checkId === undefined) throw new Refusal('resetCodeWrong')
  await clearAttempts(deps.db, resetCheckLimit, subject)
  await clearAttempts(deps.db, resetDayLimit, subject)
  return checkId
}

/**
 * Step 3: exchanges the check id for a new password, ends all sessions of the player and removes passkeys and login links. After a refused password
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
        where user_id = $4 and check_hash = $1 and used_at is null and checked_at > $3 returning id`,
      [hashCheckId(checkId), now, checkedAfter, reset.user_id],
    )
    if (!used) throw new Refusal('resetCheckInvalid')
    await tx.query(
      `update users set password_hash = $2, test_password = case when test_password is null then null else $3 end
        where id = $1`,
      [reset.user_id, hash, password],
    )
    // A passkey may be that of whoever the player resets the password against.
    await tx.query('delete from player_passkeys where user_id = $1', [reset.user_id])
    await tx.query('delete from passkey_challenges where user_id = $1', [reset.user_id])
    // Nor does a one-time link outlive it that somebody else may have read.
    await tx.query('delete from login_links where user_id = $1 and used_at is null', [reset.user_id])
    await endSessions(deps, tx, { userId: reset.user_id })
    await mailPlayer(deps, tx, reset.user_id, { key: 'passwordChanged' })
    await clearAttempts(tx, loginLimit, reset)
    await clearAttempts(tx, passwordLimit, reset)
  })
}

/**
 * Hashed with the server's key, because a plain hash of a six-digit code could be reversed by trying all codes.
 */
function hashCode(deps: Pick<AppDeps, 'config'>, code: string): Buffer {
  return deps.config.secrets.vault.index(code, 'password_resets.code')
}

function hashCheckId(checkId: string): Buffer {
  return createHash('sha256').update(checkId).digest()
}
