import type { AppDeps } from '../../deps.ts'
import type { Db, Tx } from '../../db/client.ts'
import { Refusal } from '../../errors.ts'

const minute = 60_000

/** Maximum attempts within `windowMs`: `account` per account, `address` per IP address. */
interface Limit {
  name: 'login' | 'reset' | 'resetCheck' | 'resetCheckDay'
  account: number
  address: number
  windowMs: number
}

export const loginLimit: Limit = { name: 'login', account: 5, address: 5, windowMs: 15 * minute }
export const resetLimit: Limit = { name: 'reset', account: 5, address: 20, windowMs: 15 * minute }
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

/** The address limit in the sandbox, where all players may share one machine. */
const sandboxAddressAttempts = 10_000

type Deps = Pick<AppDeps, 'db' | 'clock' | 'config'>

export interface Subject {
  /** Lower-cased e-mail, whether or not an account has it. */
  email: string
  ip: string
}

/** Throws `tooManyAttempts` with `Retry-After` when the subject has used up a limit. Records nothing. */
export async function refuseOverLimit(deps: Deps, limit: Limit, subject: Subject): Promise<void> {
  for (const { key, most: maximum } of keysOf(deps, limit, subject)) {
    const wait = await waitMs(deps.db, key, maximum, limit.windowMs, deps.clock.now())
    if (wait > 0) throw tooMany(wait)
  }
}

/**
 * Records one attempt. Throws `tooManyAttempts` when the limit was used up before. Both happen under a lock,
 * so that parallel attempts never exceed the limit.
 */
export async function countAttempt(deps: Deps, limit: Limit, subject: Subject): Promise<void> {
  const now = deps.clock.now()
  const wait = await deps.db.tx(async (tx) => {
    const keys = keysOf(deps, limit, subject)
    for (const { key } of keys) await tx.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [key])
    for (const { key, most: maximum } of keys) {
      const ms = await waitMs(tx, key, maximum, limit.windowMs, now)
      if (ms > 0) return ms
    }
    for (const { key } of keys) {
      await tx.query('delete from attempts where key = $1 and at <= $2', [
        key,
        windowStart(now, limit.windowMs),
      ])
      await tx.query('insert into attempts (key, at) values ($1, $2)', [key, now])
    }
    return 0
  })
  if (wait > 0) throw tooMany(wait)
}

/** Clears the attempts of an account after a success; those of the address stay. */
export async function clearAttempts(db: Db | Tx, limit: Limit, email: string): Promise<void> {
  await db.query('delete from attempts where key = $1', [accountKey(limit, email)])
}

function keysOf(deps: Deps, limit: Limit, subject: Subject): { key: string; most: number }[] {
  const address = deps.config.sandbox ? sandboxAddressAttempts : limit.address
  return [
    { key: accountKey(limit, subject.email), most: limit.account },
    { key: `${limit.name}:address:${subject.ip}`, most: address },
  ]
}

function accountKey(limit: Limit, email: string): string {
  return `${limit.name}:account:${email}`
}

/** Milliseconds until another attempt is allowed; 0 when it is allowed now. */
async function waitMs(
  db: Db | Tx,
  key: string,
  maximum: number,
  windowMs: number,
  now: Date,
): Promise<number> {
  const rows = await db.query<{ at: Date }>(
    'select at from attempts where key = $1 and at > $2 order by at desc offset $3 limit 1',
    [key, windowStart(now, windowMs), maximum - 1],
  )
  const oldest = rows[0]
  return oldest ? Math.max(1000, oldest.at.getTime() + windowMs - now.getTime()) : 0
}

function windowStart(now: Date, ms: number): Date {
  return new Date(now.getTime() - ms)
}

function tooMany(waitMs: number): Refusal {
  return new Refusal('tooManyAttempts', {
    params: { minutes: Math.ceil(waitMs / minute) },
    retryAfter: Math.ceil(waitMs / 1000),
  })
}
