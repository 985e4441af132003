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
  await deps.db.write(
    `with seen as (update sessions set last_seen_at = $2 where id = $1)
     update recently_played set played_at = $2 where user_id = $3 and game = $4`,
    [session.id, deps.clock.now(), session.userId, gameCode],
  )
}
