import type { AppDeps } from '../../deps.ts'
import type { Tx } from '../../db/client.ts'
import { markOf } from './marks.ts'
import { mailPlayer, timeParams } from './outbox.ts'
import { sessionsKeptMs, type Device } from './sessions.ts'

/** As many of the newest sessions are looked at. */
const rememberedSessions = 200

/**
 * Tells a player by e-mail of a login in a browser of which there is no earlier session, nor its mark (marks.ts), which is kept for
 * longer. The application has no cookies and is known by its device id, which a browser shares with others of its model. Call it
 * before the new session is opened. Not for terminals, which a player's own phone logs in, nor for the first session: an account
 * without one that is older than sessions are kept has had some.
 */
export async function mailNewDevice(
  deps: Pick<AppDeps, 'clock' | 'config' | 'queue'>,
  tx: Tx,
  userId: string,
  { isTerminal, deviceId, deviceType, browserId }: Device,
): Promise<void> {
  if (isTerminal) return
  const [earlier] = await tx.query<{ sessions: number; known: number; is_old: boolean; is_marked: boolean }>(
    `select count(*)::int as sessions,
       (count(*) filter (where browser_id = $2 or (device_type = 'terminal' and device_id = $3)))::int as known,
       exists (select from users where id = $1 and created_at < $4) as is_old,
       exists (select from account_marks where user_id = $1 and kind = 'browser' and mark = $5) as is_marked
      from (select browser_id, device_id, device_type from sessions where user_id = $1
             order by created_at desc limit ${rememberedSessions}) s`,
    [
      userId,
      browserId ?? null,
      deviceType === 'terminal' && deviceId !== '' ? deviceId : null,
      new Date(deps.clock.now().getTime() - sessionsKeptMs),
      browserId === undefined ? null : markOf(deps, 'browser', browserId),
    ],
  )
  if (!earlier || (earlier.sessions === 0 && !earlier.is_old) || earlier.known > 0 || earlier.is_marked)
    return
  await mailPlayer(deps, tx, userId, { key: 'newDevice', params: timeParams(deps.clock.now()) })
}
