import { languages } from '#contract/languages.ts'
import type { AppDeps } from '../../deps.ts'
import type { Tx } from '../../db/client.ts'
import { dayZone } from '../../time/days.ts'
import { mailPlayer } from './outbox.ts'
import type { Device } from './sessions.ts'

/** As many of the newest sessions are looked at. */
const rememberedSessions = 200

/**
 * Tells a player by e-mail of a login on a browser and a device of which there is no earlier session. Call it before the
 * new session is opened. Not for terminals, which a player's own phone logs in, nor for the first session.
 */
export async function mailNewDevice(
  deps: Pick<AppDeps, 'clock' | 'config' | 'queue'>,
  tx: Tx,
  userId: string,
  { isTerminal, deviceId, browserId }: Device,
): Promise<void> {
  if (isTerminal) return
  const [earlier] = await tx.query<{ sessions: number; known: number }>(
    `select count(*)::int as sessions,
       (count(*) filter (where browser_id = $2 or (device_id <> '' and device_id = $3)))::int as known
      from (select browser_id, device_id from sessions where user_id = $1
             order by created_at desc limit ${rememberedSessions}) s`,
    [userId, browserId ?? null, deviceId],
  )
  if (!earlier || earlier.sessions === 0 || earlier.known > 0) return
  const now = deps.clock.now()
  const time = (code: keyof typeof languages) =>
    new Intl.DateTimeFormat(languages[code].locale, {
      dateStyle: 'long',
      timeStyle: 'short',
      timeZone: dayZone,
    }).format(now)
  await mailPlayer(deps, tx, userId, { key: 'newDevice', params: { time } })
}
