import type { OfficePerson, SecondFactor } from '#contract/office/session.ts'
import type { PasskeyProof } from '#contract/webAuthn.ts'
import type { AppDeps } from '../../deps.ts'
import type { Reader, Tx } from '../../db/client.ts'
import { refuseWeakPassword } from '../../domain/accounts/newPassword.ts'
import { hashPassword, verifyPassword } from '../../domain/accounts/passwords.ts'
import { OfficeRefusal } from '../texts/officeRefusal.ts'
import { countAttempt, forgiveAttempts, forgiveOneAttempt } from './attempts.ts'
import { useLink } from './links.ts'
import { listPasskeys, usePasskey } from './passkeys.ts'
import { needsSecondFactor, normalEmail, toPerson, type PersonRow } from './person.ts'
import { countRecoveryCodes, useRecoveryCode } from './recoveryCodes.ts'
import { endSessions, openSession, type Browser, type OfficeSession, type SessionStage } from './sessions.ts'
import { useTotp } from './totp.ts'

type Deps = Pick<AppDeps, 'db' | 'clock' | 'config' | 'cpu' | 'traffic'>

/** A new session: its token for the cookie, and how far it is. */
export interface Opened {
  token: string
  stage: SessionStage
  person: OfficePerson
}

/** The second factors that the person has. */
export async function factorsOf(on: Reader, staffId: string): Promise<SecondFactor[]> {
  const [row] = await on.read<{ has_totp: boolean }>(
    'select totp_secret is not null as has_totp from office.staff where id = $1',
    [staffId],
  )
  const passkeys = await listPasskeys(on, staffId)
  const codes = await countRecoveryCodes(on, staffId)
  return [
    ...(row?.has_totp ? (['totp'] as const) : []),
    ...(passkeys.length > 0 ? (['passkey'] as const) : []),
    ...(codes > 0 ? (['recoveryCode'] as const) : []),
  ]
}

/**
 * The first step. Takes the same time for an unknown e-mail. Throws badCredentials, and locked after five errors. `onFull`
 * runs in the transaction that logs the person in.
 */
export async function logIn(
  deps: Deps,
  { email: given, password, browser }: { email: string; password: string; browser: Browser },
  onFull: (tx: Tx, person: OfficePerson) => Promise<void>,
): Promise<Opened> {
  const email = normalEmail(given)
  await countAttempt(deps, email)
  const [row] = await deps.db.read<PersonRow & { password_hash: string | null }>(
    'select id, name, email, role, password_hash from office.staff where email = $1 and deactivated_at is null',
    [email],
  )
  const isRight = await verifyPassword(deps, row?.password_hash ?? undefined, password)
  if (!row || !isRight) throw new OfficeRefusal('badCredentials')
  return deps.db.tx(async (tx) => {
    // A reset or a deactivation meanwhile ends the sessions that it finds; this one would come after it.
    const still = await tx.query(
      'select 1 from office.staff where id = $1 and password_hash = $2 and deactivated_at is null for update',
      [row.id, row.password_hash],
    )
    if (still.length === 0) throw new OfficeRefusal('badCredentials')
    // A second factor has attempts of its own, which the password must not give back.
    const factors = await factorsOf(tx, row.id)
    if (factors.length === 0) await forgiveAttempts(tx, email)
    else await forgiveOneAttempt(tx, email)
    return openAt(deps, tx, { person: toPerson(row), factors, browser }, onFull)
  })
}

/** How the person in the second step proves who they are. */
export type FactorProof = { kind: 'totp'; code: string } | { kind: 'recoveryCode'; code: string }

/** The second step: ends the half-open session and opens a full one. Throws badCode, and locked. */
export async function proveFactor(
  deps: Deps,
  { session, proof, browser }: { session: OfficeSession; proof: FactorProof; browser: Browser },
  onFull: (tx: Tx, person: OfficePerson) => Promise<void>,
): Promise<Opened> {
  const { person } = session
  await countAttempt(deps, person.email)
  return deps.db.tx(async (tx) => {
    const isRight =
      proof.kind === 'totp'
        ? await useTotp(deps, tx, person.id, proof.code)
        : await useRecoveryCode(deps, tx, person.id, proof.code)
    if (!isRight) throw new OfficeRefusal('badCode', { field: 'code' })
    await forgiveAttempts(tx, person.email)
    return promote(deps, tx, session, browser, onFull)
  })
}

/** Logs in by a passkey, with or without a password before. Not stopped by a lock: a key cannot be guessed. */
export async function logInByPasskey(
  deps: Deps,
  { origin, response, browser }: { origin: string; response: PasskeyProof; browser: Browser },
  onFull: (tx: Tx, person: OfficePerson) => Promise<void>,
): Promise<Opened> {
  return deps.db.tx(async (tx) => {
    const person = await usePasskey(deps, tx, { origin, response })
    await forgiveAttempts(tx, person.email)
    return openFull(deps, tx, person, browser, onFull)
  })
}

/** Sets the password of a one-time link's person and opens a session. Throws linkExpired and the reasons of a bad password. */
export async function acceptLink(
  deps: Deps,
  { token, hash, browser }: { token: string; hash: string; browser: Browser },
  tx: Tx,
  onFull: (tx: Tx, person: OfficePerson) => Promise<void>,
): Promise<Opened> {
  const { person } = await useLink(deps, tx, token)
  await tx.query('update office.staff set password_hash = $2 where id = $1', [person.id, hash])
  await endSessions(deps, tx, { staffId: person.id })
  return openAt(deps, tx, { person, factors: await factorsOf(tx, person.id), browser }, onFull)
}

/** Hashes a new password. Throws passwordWeak, passwordCommon or passwordContainsEmail. */
export async function hashNewPassword(
  deps: Pick<AppDeps, 'cpu' | 'traffic'>,
  password: string,
  email: string,
): Promise<string> {
  refuseWeakPassword(password, email)
  return hashPassword(deps, password)
}

/** Whether it is the person's password; counted like a login. Throws locked. */
export async function isPassword(deps: Deps, person: OfficePerson, password: string): Promise<boolean> {
  await countAttempt(deps, person.email)
  const [row] = await deps.db.read<{ password_hash: string | null }>(
    'select password_hash from office.staff where id = $1',
    [person.id],
  )
  const isRight = await verifyPassword(deps, row?.password_hash ?? undefined, password)
  if (isRight) await forgiveAttempts(deps.db, person.email)
  return isRight
}

/** Sets the password and ends the person's other sessions. */
export async function setPassword(
  deps: Pick<AppDeps, 'clock'>,
  tx: Tx,
  { session, hash }: { session: OfficeSession; hash: string },
): Promise<void> {
  await tx.query('update office.staff set password_hash = $2 where id = $1', [session.person.id, hash])
  await endSessions(deps, tx, { staffId: session.person.id, except: session.id })
}

/**
 * Ends the session and opens a full one in its place: the token from before the second factor is worth nothing. Throws
 * notLoggedIn when the session has ended meanwhile.
 */
export async function promote(
  deps: Pick<AppDeps, 'clock'>,
  tx: Tx,
  session: OfficeSession,
  browser: Browser,
  onFull: (tx: Tx, person: OfficePerson) => Promise<void>,
): Promise<Opened> {
  const ended = await endSessions(deps, tx, { staffId: session.person.id, only: session.id })
  if (ended === 0) throw new OfficeRefusal('notLoggedIn')
  return openFull(deps, tx, session.person, browser, onFull)
}

async function openAt(
  deps: Pick<AppDeps, 'clock' | 'config'>,
  tx: Tx,
  { person, factors, browser }: { person: OfficePerson; factors: SecondFactor[]; browser: Browser },
  onFull: (tx: Tx, person: OfficePerson) => Promise<void>,
): Promise<Opened> {
  if (factors.length === 0 && !needsSecondFactor(deps.config))
    return openFull(deps, tx, person, browser, onFull)
  const stage = factors.length > 0 ? 'secondFactor' : 'enrolment'
  const token = await openSession(deps, tx, { staffId: person.id, stage, browser })
  return { token, stage, person }
}

async function openFull(
  deps: Pick<AppDeps, 'clock'>,
  tx: Tx,
  person: OfficePerson,
  browser: Browser,
  onFull: (tx: Tx, person: OfficePerson) => Promise<void>,
): Promise<Opened> {
  const token = await openSession(deps, tx, { staffId: person.id, stage: 'full', browser })
  await tx.query('update office.staff set logged_in_at = $2 where id = $1', [person.id, deps.clock.now()])
  await onFull(tx, person)
  return { token, stage: 'full', person }
}
