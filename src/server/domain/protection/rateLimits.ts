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
  const wait = await waitMs(deps.db, keysOf(deps, limit, subject), limit.windowMs, deps.clock.now())
  if (wait > 0) throw tooMany(wait)
}

/**
 * Records one attempt. Throws `tooManyAttempts` when the limit was used up before. Both happen under a lock,
 * so that parallel attempts never exceed the limit.
 */
export async function countAttempt(deps: Deps, limit: Limit, subject: Subject): Promise<void> {
  const now = deps.clock.now()
  const keys = keysOf(deps, limit, subject)
  const names = keys.map(({ key }) => key)
  const wait = await deps.db.tx(async (tx) => {
    const [, ms] = await Promise.all([
      tx.query(
        `select pg_advisory_xact_lock(hashtextextended(key, 0))
           from unnest($1::text[]) with ordinality as keys (key, place) order by place`,
        [names],
      ),
      waitMs(tx, keys, limit.windowMs, now),
    ])
    if (ms > 0) return ms
    tx.sendWithCommit(
      `with outdated as (delete from attempts where key = any($1) and at <= $2)
       insert into attempts (key, at) select key, $3 from unnest($1::text[]) as key`,
      [names, windowStart(now, limit.windowMs), now],
    )
    return 0
  })
  if (wait > 0) throw tooMany(wait)
}

/** Clears the attempts of an account after a success; those of the address stay. */
export async function clearAttempts(db: Db | Tx, limit: Limit, email: string): Promise<void> {
  await db.query('delete from attempts where key = $1', [accountKey(limit, email)])
}

interface LimitedKey {
  key: string
  most: number
}

/** In the order in which they are locked. */
function keysOf(deps: Deps, limit: Limit, subject: Subject): LimitedKey[] {
  const address = deps.config.sandbox ? sandboxAddressAttempts : limit.address
  return [
    { key: accountKey(limit, subject.email), most: limit.account },
    { key: `${limit.name}:address:${subject.ip}`, most: address },
  ]
}

function accountKey(limit: Limit, email: string): string {
  return `${limit.name}:account:${email}`
}

/** Milliseconds until the first of these keys that has used up its limit allows another attempt; 0 when all do now. */
async function waitMs(
  db: Db | Tx,
  keys: readonly LimitedKey[],
  windowMs: number,
  now: Date,
): Promise<number> {
  const [oldest] = await db.query<{ at: Date }>(
    `select counted.at from unnest($1::text[], $2::int[]) with ordinality as keys (key, most, place),
       lateral (select at from attempts where key = keys.key and at > $3
                 order by at desc offset keys.most - 1 limit 1) counted
      order by place limit 1`,
    [keys.map(({ key }) => key), keys.map(({ most }) => most), windowStart(now, windowMs)],
  )
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
