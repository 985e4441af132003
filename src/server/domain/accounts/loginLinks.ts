import { randomUUID } from 'node:crypto'
import type { AppDeps } from '../../deps.ts'
import type { Db } from '../../db/client.ts'
import { Refusal } from '../../texts/refusal.ts'
import { askAtLogin } from '../register/askRegister.ts'
import { mailNewDevice } from './newDevice.ts'
import { hashToken, newToken, ofPlayer, openSession, type Device, type Session } from './sessions.ts'

const lifetimeMs = 15 * 60_000
/** A link that a terminal shows: whoever photographs it must not have it for long. */
const phoneLinkMs = 2 * 60_000

type Deps = Pick<AppDeps, 'clock' | 'config'>

/** Creates a one-time link to /zgo{token} for a player, valid for 15 minutes; support sends it. */
export async function createLoginLink(
  deps: Deps,
  db: Db,
  userId: string,
): Promise<{ url: string; token: string }> {
  const token = newToken(userId)
  const now = deps.clock.now()
  await db.write(
    'insert into login_links (token_hash, user_id, created_at, expires_at) values ($1, $2, $3, $4)',
    [hashToken(token), userId, now, new Date(now.getTime() + lifetimeMs)],
  )
  return { url: urlOf(deps, token), token }
}

/** A link for the phone of the session's player, shown by a terminal. It replaces the session's link before it. */
export async function createPhoneLink(
  deps: Deps & Pick<AppDeps, 'db'>,
  session: Session,
): Promise<{ linkId: string; url: string; secondsLeft: number }> {
  const token = newToken(session.userId)
  const linkId = randomUUID()
  const now = deps.clock.now()
  await deps.db.tx(async (tx) => {
    await tx.query('delete from login_links where user_id = $1 and made_by = $2 and used_at is null', [
      session.userId,
      session.id,
    ])
    await tx.query(
      `insert into login_links (token_hash, user_id, created_at, expires_at, id, made_by)
       values ($1, $2, $3, $4, $5, $6)`,
      [hashToken(token), session.userId, now, new Date(now.getTime() + phoneLinkMs), linkId, session.id],
    )
  })
  return { linkId, url: urlOf(deps, token), secondsLeft: phoneLinkMs / 1_000 }
}

/** What became of a link for a phone of this player. Throws notFound for any other. */
export async function readPhoneLink(
  { db, clock }: Pick<AppDeps, 'db' | 'clock'>,
  userId: string,
  linkId: string,
): Promise<{ state: 'open' | 'used' | 'expired'; sessionId: string | null }> {
  const [link] = await db.read<{ used_at: Date | null; expires_at: Date; session_id: string | null }>(
    'select used_at, expires_at, session_id from login_links where id = $1 and user_id = $2',
    [linkId, userId],
  )
  if (!link) throw new Refusal('notFound')
  if (link.used_at) return { state: 'used', sessionId: link.session_id }
  return { state: link.expires_at > clock.now() ? 'open' : 'expired', sessionId: null }
}

/**
 * Exchanges the link's token for a session's token, once. Throws `registerSilent`, or `linkExpired`, also when the session that made the link
 * has ended: a customer who left a terminal takes the links on its screen along.
 */
export async function exchangeLoginLink(deps: AppDeps, token: string, device: Device): Promise<string> {
  const named = ofPlayer(token, 'user_id', 2)
  const [owner] = await deps.db.read<{ user_id: string }>(
    `select user_id from login_links where token_hash = $1 and used_at is null ${named.sql}`,
    [hashToken(token), ...named.params],
  )
  if (!owner) throw new Refusal('linkExpired')
  await askAtLogin(deps, owner.user_id)
  return deps.db.tx(async (tx) => {
    const sessionId = randomUUID()
    const [link] = await tx.query<{ user_id: string; id: string | null }>(
      `update login_links as l set used_at = $2, session_id = $3
        where token_hash = $1 and user_id = $4 and used_at is null and expires_at > $2
          and (made_by is null or exists (
            select 1 from sessions s where s.user_id = l.user_id and s.id = l.made_by and s.revoked_at is null and s.expires_at > $2))
       returning user_id, id`,
      [hashToken(token), deps.clock.now(), sessionId, owner.user_id],
    )
    if (!link) throw new Refusal('linkExpired')
    if (link.id !== null) {
      const event = { name: 'account:linkUsed', payload: { linkId: link.id, sessionId } } as const
      await deps.bus.publish(tx, { type: 'event', userId: link.user_id, event })
    }
    await mailNewDevice(deps, tx, link.user_id, device)
    return openSession(deps, tx, { userId: link.user_id, device, id: sessionId })
  })
}

function urlOf({ config }: Pick<AppDeps, 'config'>, token: string): string {
  return `${config.publicUrl}/zgo${token}`
}
