import type { AppDeps } from '../../deps.ts'
import type { Reader } from '../../db/client.ts'
import { Refusal } from '../../texts/refusal.ts'
import { clearAttempts, countAttempt, passwordLimit, refuseOverLimit } from '../protection/rateLimits.ts'
import { verifyPassword } from './passwords.ts'
import type { Session } from './sessions.ts'

/** How long a typed password speaks for its session. */
const freshMs = 15 * 60_000

/**
 * Whether it is the account's owner who acts, and not only somebody with a session: the right password comes with the call,
 * or opened this session within the last fifteen minutes, not on a terminal, which a customer may have left. Takes the time of a
 * password, so never call it in a transaction. Throws `passwordWrong`, or `tooManyAttempts` after five failures in 15
 * minutes.
 */
export async function isOwnerActing(
  deps: Pick<AppDeps, 'db' | 'clock' | 'config' | 'cpu' | 'traffic'>,
  session: Session,
  { password, ip }: { password: string | undefined; ip: string },
): Promise<boolean> {
  if (password === undefined) return isPasswordFresh(deps, deps.db, session)
  // One at a time, so that parallel guesses cannot bypass the limit.
  return deps.traffic.gate.run(`password ${session.userId}`, 1, async () => {
    const [user] = await deps.db.read<{ email: string; password_hash: string }>(
      'select email, password_hash from users where id = $1',
      [session.userId],
    )
    const subject = { email: user?.email ?? '', ip }
    await refuseOverLimit(deps, passwordLimit, subject)
    if (!(await verifyPassword(deps, user?.password_hash, password))) {
      await countAttempt(deps, passwordLimit, subject)
      throw new Refusal('passwordWrong')
    }
    await clearAttempts(deps.db, passwordLimit, subject)
    return true
  })
}

/** Whether this session was opened with the password a short time ago, and not on a terminal. */
export async function isPasswordFresh(
  { clock }: Pick<AppDeps, 'clock'>,
  db: Reader,
  session: Session,
): Promise<boolean> {
  const [fresh] = await db.read(
    `select 1 as fresh from sessions
      where user_id = $3 and id = $1 and password_at > $2 and terminal_id is null`,
    [session.id, new Date(clock.now().getTime() - freshMs), session.userId],
  )
  return fresh !== undefined
}
