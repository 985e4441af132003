import { randomInt } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'

/**
 * The SQLSTATE of a database error, for example 23505 for a unique violation; undefined for any other error.
 */
export function codeOf(error: unknown): string | undefined {
  return error instanceof pg.DatabaseError ? error.code : undefined
}

/** The connection was lost during a commit: the transaction may or may not have been committed. */
export class CommitUnknownError extends Error {
  constructor(cause: unknown) {
    super('the connection to the database broke during a commit', { cause })
    this.name = 'CommitUnknownError'
  }
}

/**
 * Whether Citus says, by a warning at a commit that it reports as done or by an error at one that it has begun, that a node has
 * not confirmed its part: the transaction may or may not have been committed there. It has no code for either.
 */
export function isUnconfirmedCommit({ message }: { message?: string }): boolean {
  return /^(?:failed to commit transaction on |could not commit transaction for shard )/.test(message ?? '')
}

/**
 * Whether the database did not respond within the limit. Its connection is then closed, because a frozen database
 * cancels nothing; a transaction on it has no effect.
 */
export function isSilence(error: unknown): error is Error {
  return error instanceof Error && error.message === 'Query read timeout'
}

/** Two transactions were in each other's way: a serialization failure or a deadlock. */
export function isConflict(error: unknown): boolean {
  return ['40001', '40P01'].includes(codeOf(error) ?? '')
}

/** The network's errors while there is no primary, or its name has no address yet. */
const networkErrors = new Set([
  'EAI_AGAIN',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOENT',
  'EPIPE',
  'ETIMEDOUT',
])

/** Whether the connection was lost or refused: PostgreSQL is stopping, starting, was killed, or fails over. */
export function isDisconnection(error: unknown): error is Error {
  if (!(error instanceof Error) || error instanceof CommitUnknownError) return false
  const code = codeOf(error)
  // 53300: the connections of the clients of the last primary still count.
  if (code !== undefined) return /^(08|57P0[123]|53300)/.test(code)
  return (
    networkErrors.has((error as NodeJS.ErrnoException).code ?? '') ||
    /^(Connection terminated|Client has encountered a connection error|timeout expired$)/.test(error.message)
  )
}

/**
 * Whether the plan of a prepared statement no longer fits, because a newer program has changed a table. The statement had
 * no effect, and another connection may accept it.
 */
export function isStalePlan(error: unknown): error is pg.DatabaseError {
  return (
    error instanceof pg.DatabaseError && error.code === '0A000' && error.routine === 'RevalidateCachedQuery'
  )
}

/**
 * Whether PostgreSQL refused the statement because of this connection, so that it had no effect, and another connection
 * may accept it. 25006: a standby that is not the primary yet, or no longer.
 */
export function isWrongConnection(error: unknown): error is pg.DatabaseError {
  return codeOf(error) === '25006' || isStalePlan(error)
}

/** Whether the database is away for now: what was not sent, or was refused, will succeed when it is back. */
export function isOutage(error: unknown): error is Error {
  return isDisconnection(error) || isWrongConnection(error)
}

/**
 * Milliseconds before each retry; the last one repeats. A random time up to as long is added, so that two transactions
 * that deadlocked do not collide again, and that not all calls come back at once.
 */
const retryWaits = [5, 20, 80, 250, 500]
/** No retry after a conflict starts later than this after the first attempt, in ms. */
const conflictsEndMs = 5_000

/**
 * Retries `work` with growing pauses: after an outage for `outageMs`, after a conflict for 5 s. `isRetried` says
 * which errors it may be repeated after.
 */
export async function withRetries<T>(
  outageMs: number,
  work: () => Promise<T>,
  isRetried: (error: unknown) => boolean,
): Promise<T> {
  const began = performance.now()
  for (let attempt = 0; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      if (!isRetried(error)) throw error
      const wait = retryWaits[Math.min(attempt, retryWaits.length - 1)] ?? 0
      const end = isOutage(error) ? outageMs : conflictsEndMs
      if (performance.now() - began + wait > end) throw error
      await delay(wait + randomInt(wait))
    }
  }
}
