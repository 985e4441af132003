import { canonicalEmail } from '#contract/rules/email.ts'
import type { AppDeps } from '../../deps.ts'
import type { Reader, SqlValue, Writer } from '../../db/client.ts'
import { Refusal } from '../../texts/refusal.ts'

const minute = 60_000

/** Maximum attempts within `windowMs`: `account` per account, `address` per IP address. */
interface Limit {
  name:
    | 'login'
    | 'password'
    | 'reset'
    | 'resetFree'
    | 'resetCheck'
    | 'resetCheckDay'
    | 'confirmEmail'
    | 'identity'
  account: number
  address: number
  windowMs: number
}

export const loginLimit: Limit = { name: 'login', account: 5, address: 5, windowMs: 15 * minute }
/** Passwords typed within a session. Counted apart from logins: a stolen session must not lock its owner out. */
export const passwordLimit: Limit = { name: 'password', account: 5, address: 20, windowMs: 15 * minute }
/** Codes asked for with a captcha, or on a known device. */
export const resetLimit: Limit = { name: 'reset', account: 5, address: 20, windowMs: 15 * minute }
/** Codes asked for without a captcha; then it is asked for. */
export const resetFreeLimit: Limit = { name: 'resetFree', account: 2, address: 5, windowMs: 15 * minute }
export const resetCheckLimit: Limit = { name: 'resetCheck', account: 5, address: 50, windowMs: 10 * minute }

/**
 * Guesses across all codes of an account: a new code resets the limit above, which alone would allow 2,400 a day.
 * Only a correct code resets this limit.
 */
export const resetDayLimit: Limit = {
  name: 'resetCheckDay',
  account: 20,
  address: 200,
  windowMs: 24 * 60 * minute,
}

/** Links that confirm an address, which anybody may have typed in. */
export const confirmLimit: Limit = {
  name: 'confirmEmail',
  account: 3,
  address: 20,
  windowMs: 24 * 60 * minute,
}

/**
 * Checks of an identity: a few corrections of a mistyped CPF, and no questions about other people's. Of an address those do not
 * count that went well (`forgiveAddress`).
 */
export const identityLimit: Limit = {
  name: 'identity',
  account: 5,
  address: 20,
  windowMs: 24 * 60 * minute,
}

const limits = [
  loginLimit,
  passwordLimit,
  resetLimit,
  resetFreeLimit,
  resetCheckLimit,
  resetDayLimit,
  confirmLimit,
  identityLimit,
]

/** The address limit in the sandbox, where all players may share one machine. */
const sandboxAddressAttempts = 10_000

type Deps = Pick<AppDeps, 'db' | 'clock' | 'config'>

export interface Subject {
  /** As it was typed, whether or not an account has it: all spellings of an address count together. */
  email: string
  ip: string
  /** Of knownDeviceOf: the attempts of this device count by themselves, and no others with them. */
  knownDevice?: string | undefined
}

/** Throws `tooManyAttempts` with `Retry-After` when the subject has used up a limit. Records nothing. */
export async function refuseOverLimit(deps: Deps, limit: Limit, subject: Subject): Promise<void> {
  const now = deps.clock.now()
  refuseWhileBlocked(
    limit,
    await deps.db.read<Blocking>(
      'select blocking_attempt($1, $2, $3) as at',
      parametersOf(deps, limit, subject, now),
    ),
    now,
  )
}

/**
 * Records one attempt. Throws `tooManyAttempts` when the limit was used up before. Both happen under a lock,
 * so that parallel attempts never exceed the limit.
 */
export async function countAttempt(deps: Deps, limit: Limit, subject: Subject): Promise<void> {
  const now = deps.clock.now()
  refuseWhileBlocked(
    limit,
    await deps.db.write<Blocking>(`select count_attempt($1, $2, $3, $4) as at`, [
      ...parametersOf(deps, limit, subject, now),
      now,
    ]),
    now,
  )
}

/** How many attempts of an address are taken back in the window of the limit: nobody asks about people without end. */
const mostForgiven = 60

/**
 * Takes back what `countAttempt` has recorded for the address, after a success: many players of a venue, or of a mobile network, have
 * one address. The account's count stays, and so does the address's after `mostForgiven`.
 */
export async function forgiveAddress(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  limit: Limit,
  { ip }: Pick<Subject, 'ip'>,
): Promise<void> {
  const key = addressKey(limit, ip)
  const since = new Date(clock.now().getTime() - limit.windowMs)
  await db.write(
    `update attempts set key = $2
      where id = (select id from attempts where key = $1 order by at desc, id desc limit 1)
        and (select count(*) from attempts where key = $2 and at > $3) < $4`,
    [key, `forgiven:${key}`, since, mostForgiven],
  )
}

/**
 * Records one attempt, as countAttempt does, and returns whether the limit allowed it.
 */
export async function isAttemptAllowed(deps: Deps, limit: Limit, subject: Subject): Promise<boolean> {
  try {
    await countAttempt(deps, limit, subject)
    return true
  } catch (error) {
    if (error instanceof Refusal && error.key === 'tooManyAttempts') return false
    throw error
  }
}

/** Clears the attempts of an account, or of its known device, after a success; those of the address stay. */
export async function clearAttempts(
  db: Writer,
  limit: Limit,
  { email, knownDevice }: Omit<Subject, 'ip'>,
): Promise<void> {
  const key = knownDevice === undefined ? accountKey(limit, email) : deviceKey(limit, knownDevice)
  await db.write('delete from attempts where key = $1', [key])
}

/** The keys of the logins of an account by anybody, and the range of those on its own devices. */
function loginKeys(email: string, userId: string): SqlValue[] {
  return [
    accountKey(loginLimit, email),
    deviceKey(loginLimit, `${userId} `),
    deviceKey(loginLimit, `${userId}!`),
  ]
}

/** Until when wrong passwords keep the player from logging in, anywhere or on one of the own devices; null: they do not. */
export async function loginLockedUntil(
  { clock }: Pick<Deps, 'clock'>,
  db: Reader,
  { email, userId }: { email: string; userId: string },
): Promise<Date | null> {
  const { account, windowMs } = loginLimit
  const since = new Date(clock.now().getTime() - windowMs)
  const [row] = await db.read<{ at: Date | null }>(
    `select max(at) as at from (
       select (array_agg(at order by at desc))[$4] as at from attempts
       where (key = $1 or key >= $2 and key < $3) and at > $5 group by key having count(*) >= $4) as locked`,
    [...loginKeys(email, userId), account, since],
  )
  return row?.at ? new Date(row.at.getTime() + windowMs) : null
}

/** Lets the player log in again at once. */
export async function unlockLogin(
  db: Writer,
  { email, userId }: { email: string; userId: string },
): Promise<void> {
  await db.write('delete from attempts where key = $1 or key >= $2 and key < $3', loginKeys(email, userId))
}

/** The keys of all attempts of an account. */
export function attemptKeys(email: string): string[] {
  return limits.map((limit) => accountKey(limit, email))
}

/** The first parameters of both functions: the keys in the order in which they are locked, their limits, the window. */
function parametersOf(deps: Deps, limit: Limit, subject: Subject, now: Date): SqlValue[] {
  const { email, ip, knownDevice } = subject
  const since = new Date(now.getTime() - limit.windowMs)
  if (knownDevice !== undefined) return [[deviceKey(limit, knownDevice)], [limit.account], since]
  return [
    [accountKey(limit, email), addressKey(limit, ip)],
    [limit.account, deps.config.sandbox ? sandboxAddressAttempts : limit.address],
    since,
  ]
}

interface Blocking {
  /** The attempt that must be outside of the window before the next one. */
  at: Date | null
}

function refuseWhileBlocked({ windowMs }: Limit, [blocking]: readonly Blocking[], now: Date): void {
  if (!blocking?.at) return
  const waitMs = Math.max(1000, blocking.at.getTime() + windowMs - now.getTime())
  throw new Refusal('tooManyAttempts', {
    params: { minutes: Math.ceil(waitMs / minute) },
    retryAfter: Math.ceil(waitMs / 1000),
  })
}

function deviceKey({ name }: Pick<Limit, 'name'>, knownDevice: string): string {
  return `${name}:device:${knownDevice}`
}

function addressKey({ name }: Pick<Limit, 'name'>, ip: string): string {
  return `${name}:address:${ip}`
}

function accountKey({ name }: Pick<Limit, 'name'>, email: string): string {
  return `${name}:account:${canonicalEmail(email)}`
}
