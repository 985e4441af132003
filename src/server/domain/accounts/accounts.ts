import { randomInt, randomUUID } from 'node:crypto'
import brand from '#brand/brand.json' with { type: 'json' }
import type { LanguageCode } from '#contract/languages.ts'
import { canonicalEmail, isEmail, mixesScripts, normalizeEmail } from '#contract/rules/email.ts'
import { preparePassword } from '#contract/rules/password.ts'
import type { AppDeps } from '../../deps.ts'
import type { Tx, Writer } from '../../db/client.ts'
import { Refusal } from '../../texts/refusal.ts'
import { consumeCaptcha } from '../captcha/captcha.ts'
import { keepClaims } from './claims.ts'
import { withDuplicateRefusals } from './duplicates.ts'
import { newInviteCode, ownerOfInvite } from '../rewards/invitations.ts'
import { askAtLogin } from '../register/askRegister.ts'
import { checkPerson, storePending } from './identityChecks.ts'
import { checkIdentity, sealIdentity } from './kyc.ts'
import { sendMessage } from './messages.ts'
import { sendConfirmation } from './emailConfirmation.ts'
import { knownDeviceOf } from './knownDevices.ts'
import { mailNewDevice } from './newDevice.ts'
import { refuseWeakPassword } from './newPassword.ts'
import { emailParams, findByEmail, hasEmailSql } from './emails.ts'
import { addMark, isVenueAddress } from './marks.ts'
import { checkPhone } from './phones.ts'
import { applyKeptExclusion, isExclusionKept } from '../protection/exclusions.ts'
import {
  countAttempt,
  clearAttempts,
  forgiveAddress,
  identityLimit,
  loginLimit,
  refuseOverLimit,
  type Subject,
} from '../protection/rateLimits.ts'
import { openSession, type Device } from './sessions.ts'
import { lastAvatar } from './users.ts'
import { comparePassword, hashPassword } from './passwords.ts'

interface Credentials {
  email: string
  password: string
  captchaId: string
  captchaAnswer: string
}

/** Where a login or registration comes from. */
interface Origin extends Device {
  ip: string
  language: LanguageCode
}

export interface RegistrationForm extends Credentials {
  passwordAgain: string
  country: string
  phone: string
  inviteCode: string
  /** Legal name and CPF: both or neither. With both, the identity is checked at once. */
  name: string
  cpf: string
  /** YYYY-MM-DD, where the jurisdiction asks for it. */
  birthDate?: string | undefined
  isApp: boolean
}

/**
 * Opens a session for e-mail and password and returns its token. Throws the captcha's refusals,
 * `badCredentials`, `registerSilent`, or `tooManyAttempts` after five failures in 15 minutes for the account or the IP address, or
 * on a known device, where the failures of others do not count.
 * Takes the same time for known and unknown e-mails.
 */
export async function logIn(deps: AppDeps, form: Credentials, origin: Origin): Promise<string> {
  const knownDevice = await knownDeviceOf(deps, form.email, origin)
  const subject = { email: form.email, ip: origin.ip, knownDevice }
  await refuseOverLimit(deps, loginLimit, subject)
  await consumeCaptcha(deps, form.captchaId, form.captchaAnswer)
  // One at a time, so that parallel guesses cannot bypass the limit. A known device does not wait for those of others.
  return deps.traffic.gate.run(`login ${knownDevice ?? canonicalEmail(form.email)}`, 1, async () => {
    await refuseOverLimit(deps, loginLimit, subject)
    const attempt = () => openWithPassword(deps, form, origin, subject)
    // The hash may have been made anew by a login elsewhere.
    const token = (await attempt()) ?? (await attempt())
    if (token === undefined) throw new Refusal('badCredentials')
    return token
  })
}

/** The token of a new session; undefined when the password was changed, or the account erased, while this one was compared. */
async function openWithPassword(
  deps: AppDeps,
  form: Credentials,
  origin: Origin,
  subject: Subject,
): Promise<string | undefined> {
  const user = await findByEmail(deps.db, form.email)
  const { isRight, isFormer } = await comparePassword(deps, user?.password_hash, form.password)
  if (!isRight || !user) {
    await countAttempt(deps, loginLimit, subject)
    throw new Refusal('badCredentials')
  }
  await askAtLogin(deps, user.id)
  const token = await deps.db.tx(async (tx) => {
    // A reset or an erasure ends the sessions that it finds: a session with the old password must not come after it.
    const still = await tx.query(
      'update users set last_login_at = $2 where id = $1 and password_hash = $3 returning 1',
      [user.id, deps.clock.now(), user.password_hash],
    )
    if (still.length === 0) return undefined
    await clearAttempts(tx, loginLimit, subject)
    await mailNewDevice(deps, tx, user.id, origin)
    return openSession(deps, tx, { userId: user.id, device: origin, byPassword: true })
  })
  // The password is right, whether or not it can be hashed again now.
  if (isFormer && token !== undefined)
    await renewHash(deps, user, form.password).catch((error: unknown) =>
      deps.log.warn(error, 'the hash of a password was not renewed'),
    )
  return token
}

/** A hash of former options takes another time than that of unknown accounts: no former one lasts beyond the next login. */
async function renewHash(
  deps: AppDeps,
  user: { id: string; password_hash: string },
  password: string,
): Promise<void> {
  const renewed = await hashPassword(deps, password)
  // A password that was changed meanwhile stays.
  await deps.db.write('update users set password_hash = $3 where id = $1 and password_hash = $2', [
    user.id,
    user.password_hash,
    renewed,
  ])
}

/**
 * Creates an account with its wallet, opens its first session and returns the session's token. Throws the
 * captcha's refusals, `emailInvalid`, `emailMixedScripts`, `phoneInvalid`, `passwordWeak`, `passwordContainsEmail`,
 * `passwordCommon`, `passwordsDiffer`, `inviteCodeUnknown`, `emailTaken`, `kycInvalidName`, `cpfInvalid`, `kycRefused`,
 * `tooManyAttempts`, or the refusals of `checkPerson`. While a pause of this person's erased account lasts, the address is
 * refused as one that has an account, and the CPF as one that cannot be confirmed: whoever asks learns nothing. The limits
 * of an erased account apply to the new one.
 */
export async function register(deps: AppDeps, form: RegistrationForm, origin: Origin): Promise<string> {
  await consumeCaptcha(deps, form.captchaId, form.captchaAnswer)
  const email = normalizeEmail(form.email)
  if (!isEmail(email)) throw new Refusal('emailInvalid')
  if (mixesScripts(email)) throw new Refusal('emailMixedScripts')
  const { country, phone } = await checkPhone(form.country, form.phone)
  refuseWeakPassword(form.password, email)
  if (preparePassword(form.password) !== preparePassword(form.passwordAgain))
    throw new Refusal('passwordsDiffer')
  const identity = form.cpf.trim() === '' ? undefined : checkIdentity(deps, form)
  const invitedBy = await ownerOfInvite(deps.db, form.inviteCode)
  const taken = await deps.db.read(`select 1 as taken from users where ${hasEmailSql}`, emailParams(email))
  if (taken.length > 0 || (await isExclusionKept(deps, deps.db, { email }))) throw new Refusal('emailTaken')
  if (identity) await countAttempt(deps, identityLimit, { email, ip: origin.ip })
  const result = identity && (await checkPerson(deps, identity, null))
  const cpf = result === 'confirmed' ? identity?.cpf : undefined
  if (await isExclusionKept(deps, deps.db, { cpf })) throw new Refusal('kycRefused')
  const password = await hashPassword(deps, form.password)
  const token = await withDuplicateRefusals(() =>
    deps.db.tx(async (tx) => {
      const user = {
        email,
        passwordHash: password,
        country,
        phone,
        name: form.name.trim(),
        invitedBy,
        isApp: form.isApp,
        // Others would else see the same face everywhere.
        avatar: randomInt(lastAvatar + 1),
        language: origin.language,
      }
      const userId = await createAccount(deps, tx, user)
      // All customers of a venue have its address.
      if (!(await isVenueAddress(deps, tx, origin.ip))) await addMark(deps, tx, userId, 'address', origin.ip)
      if (identity && result === 'confirmed') await sealIdentity(deps, tx, userId, identity)
      if (identity && result && result !== 'confirmed') await storePending(deps, tx, userId, identity, result)
      await applyKeptExclusion(deps, tx, userId, { email, cpf })
      await sendMessage(deps, tx, userId, { kind: 'welcome' })
      await sendConfirmation(deps, tx, { id: userId, email, language: origin.language }, 'welcome')
      return openSession(deps, tx, { userId, device: origin, byPassword: true })
    }),
  )
  if (result === 'confirmed') await forgiveAddress(deps, identityLimit, origin)
  return token
}

/** Only the first player whom somebody invites changes the inviter's row: the others need not wait for each other. */
export async function noteInviter(tx: Writer, userId: string): Promise<void> {
  await tx.write('update users set has_invited = true where id = $1 and not has_invited', [userId])
}

export interface NewAccount {
  email: string
  passwordHash: string
  country?: string
  phone?: string
  name?: string
  invitedBy?: string | null
  isApp?: boolean
  avatar?: number
  language: LanguageCode
}

/**
 * Inserts a player with an invitation code and a wallet, and returns the id. A taken e-mail, in any spelling, is a
 * unique violation.
 */
export async function createAccount(
  deps: Pick<AppDeps, 'clock' | 'config' | 'ledger'>,
  tx: Tx,
  account: NewAccount,
): Promise<string> {
  const id = randomUUID()
  const now = deps.clock.now()
  await tx.query(
    `insert into users (id, email, password_hash, country, phone, name, invite_code, invited_by, is_app,
       language, created_at, last_login_at, email_canonical, marked_at, brand, phone_read, avatar)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $11, $12, $11, $13, true, $14)`,
    [
      id,
      account.email,
      account.passwordHash,
      account.country ?? '+55',
      account.phone ?? '',
      account.name ?? '',
      await newInviteCode(tx),
      account.invitedBy ?? null,
      account.isApp ?? false,
      account.language,
      now,
      canonicalEmail(account.email),
      brand.id,
      account.avatar ?? 0,
    ],
  )
  await keepClaims(tx, id)
  if (account.invitedBy) await noteInviter(tx, account.invitedBy)
  await deps.ledger.openAccounts(tx, id)
  await addMark(deps, tx, id, 'email', account.email)
  if (account.phone) await addMark(deps, tx, id, 'phone', `${account.country ?? '+55'}${account.phone}`)
  return id
}
