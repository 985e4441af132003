import type { AppDeps } from '../../deps.ts'
import type { Session } from '../accounts/sessions.ts'

/**
 * The player left a game (the offGame event): updates its place among the recently played ones and the
 * session's last activity. An unknown game, or one never played, changes nothing else.
 */
export async function leaveGame(
  deps: Pick<AppDeps, 'db' | 'clock'>,
  session: Session,
  gameCode: string,
): Promise<void> {
  const now = deps.clock.now()
  await deps.db.query('update sessions set last_seen_at = $2 where id = $1', [session.id, now])
  await deps.db.query('update recently_played set played_at = $3 where user_id = $1 and game = $2', [
    session.userId,
    gameCode,
    now,
  ])
}
