import type { AppDeps } from '../../deps.ts'
import type { Writer } from '../../db/client.ts'
import { OfficeRefusal } from '../texts/officeRefusal.ts'

const largestFailures = 5
const lockMs = 15 * 60_000

/**
 * Counts an attempt at a password or a code as failed, before it is looked at, so that attempts at the same time are no
 * more than the five in turn; `forgiveAttempts` takes them back after a success. The fifth locks for 15 minutes. By e-mail,
 * whether or not somebody has it: a lock says nothing about who exists. Throws `locked`.
 */
export async function countAttempt(
  { db, clock }: Pick<AppDeps, 'db' | 'clock'>,
  email: string,
): Promise<void> {
  const now = clock.now()
  const [row] = await db.write<{ failures: number; locked_until: Date | null }>(
    `insert into office.attempts as known (email, failures, at) values ($1, 1, $2)
     on conflict (email) do update set at = excluded.at,
       failures = case when known.locked_until <= excluded.at then 1 else known.failures + 1 end,
       locked_until = case
         when known.locked_until <= excluded.at then null
         when known.locked_until > excluded.at then known.locked_until
         when known.failures + 1 >= $3 then excluded.at + $4 * interval '1 millisecond'
       end
     returning failures, locked_until`,
    [email, now, largestFailures, lockMs],
  )
  // The attempt that locks is still looked at.
  if (!row || row.failures <= largestFailures) return
  const leftMs = Math.max(1_000, (row.locked_until?.getTime() ?? 0) - now.getTime())
  throw new OfficeRefusal('locked', {
    params: { minutes: Math.ceil(leftMs / 60_000) },
    retryAfter: leftMs / 1_000,
  })
}

/** After a success, or when an administrator ends a lock. Returns whether there was something to forgive. */
export async function forgiveAttempts(on: Writer, email: string): Promise<boolean> {
  const rows = await on.write('delete from office.attempts where email = $1 returning 1', [email])
  return rows.length > 0
}

/** After a right password that a second factor must follow: the errors before it still count. */
export async function forgiveOneAttempt(on: Writer, email: string): Promise<void> {
  await on.write(
    `update office.attempts set failures = failures - 1,
       locked_until = case when failures > $2 then locked_until end where email = $1`,
    [email, largestFailures],
  )
}
