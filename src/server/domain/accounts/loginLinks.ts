import { randomBytes } from 'node:crypto'
import type { AppDeps } from '../../deps.ts'
import type { Db } from '../../db/client.ts'
import { Refusal } from '../../errors.ts'
import { hashToken, openSession } from './sessions.ts'

const lifetimeMs = 15 * 60_000

/** Creates a one-time link to /zgo{token} for a player, valid for 15 minutes; support sends it. */
export async function createLoginLink(
  deps: Pick<AppDeps, 'clock' | 'config'>,
  db: Db,
  userId: string,
): Promise<{ url: string; token: string }> {
  const token = randomBytes(24).toString('base64url')
  const now = deps.clock.now()
  await db.query(
    'insert into login_links (token_hash, user_id, created_at, expires_at) values ($1, $2, $3, $4)',
    [hashToken(token), userId, now, new Date(now.getTime() + lifetimeMs)],
  )
  return { url: `${deps.config.publicUrl}/zgo${token}`, token }
}

/** Exchanges the link's token for a session's token, once. Throws `linkExpired`. */
export async function exchangeLoginLink(deps: AppDeps, token: string, deviceId: string): Promise<string> {
  return deps.db.tx(async (tx) => {
    const [link] = await tx.query<{ user_id: string }>(
      `update login_links set used_at = $2 where token_hash = $1 and used_at is null and expires_at > $2
       returning user_id`,
      [hashToken(token), deps.clock.now()],
    )
    if (!link) throw new Refusal('linkExpired')
    return openSession(deps, tx, { userId: link.user_id, deviceId })
  })
}
