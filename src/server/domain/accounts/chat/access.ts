import type { AppDeps } from '../../../deps.ts'
import { Refusal } from '../../../texts/refusal.ts'
import { hashToken, newToken, ofPlayer, touchSession, type Session, type SessionRow } from '../sessions.ts'

const ticketLifetimeMs = 60_000
/** A page that stays open for longer requests another ticket. */
const sessionLifetimeMs = 12 * 3_600_000

/** Creates a ticket for the chat page of this session: single use, valid for a minute. */
export async function createChatTicket(
  deps: Pick<AppDeps, 'db' | 'clock'>,
  session: Session,
): Promise<{ ticket: string; expiresAt: Date }> {
  const { token, now, expiresAt } = newAccess(deps, session.userId, ticketLifetimeMs)
  await deps.db.write(
    'insert into chat_tickets (token_hash, session_id, user_id, created_at, expires_at) values ($1, $2, $3, $4, $5)',
    [hashToken(token), session.id, session.userId, now, expiresAt],
  )
  return { ticket: token, expiresAt }
}

/**
 * Exchanges the ticket for a chat session's token, once. Throws `chatTicketInvalid`, also when the player has
 * logged out.
 */
export async function exchangeChatTicket(
  deps: Pick<AppDeps, 'db' | 'clock'>,
  ticket: string,
): Promise<{ token: string; expiresAt: Date }> {
  const named = ofPlayer(ticket, 's.user_id', 3)
  return deps.db.tx(async (tx) => {
    const [redeemed] = await tx.query<{ session_id: string; user_id: string }>(
      `update chat_tickets t set used_at = $2 from sessions s
        where t.token_hash = $1 and t.used_at is null and t.expires_at > $2
          and s.id = t.session_id and s.user_id = t.user_id and s.revoked_at is null and s.expires_at > $2
          ${named.sql} returning t.session_id, s.user_id`,
      [hashToken(ticket), deps.clock.now(), ...named.params],
    )
    if (!redeemed) throw new Refusal('chatTicketInvalid')
    const { token, now, expiresAt } = newAccess(deps, redeemed.user_id, sessionLifetimeMs)
    await tx.query(
      'insert into chat_sessions (token_hash, session_id, user_id, created_at, expires_at) values ($1, $2, $3, $4, $5)',
      [hashToken(token), redeemed.session_id, redeemed.user_id, now, expiresAt],
    )
    return { token, expiresAt }
  })
}

/** The player's session behind a chat session's token; undefined when either has ended. */
export async function findChatSession(
  deps: Pick<AppDeps, 'db' | 'clock' | 'config' | 'bus'>,
  token: string,
): Promise<Session | undefined> {
  const named = ofPlayer(token, 's.user_id', 3)
  const [row] = await deps.db.read<SessionRow>(
    `select s.id, s.user_id, s.created_at, s.active_at from chat_sessions c
      join sessions s on s.id = c.session_id and s.user_id = c.user_id
      where c.token_hash = $1 and c.expires_at > $2 and s.revoked_at is null and s.expires_at > $2 ${named.sql}`,
    [hashToken(token), deps.clock.now(), ...named.params],
  )
  return row && touchSession(deps, row)
}

/** Its player and 256 random bits; only its hash is stored. */
function newAccess(deps: Pick<AppDeps, 'clock'>, userId: string, lifetimeMs: number) {
  const now = deps.clock.now()
  return {
    token: newToken(userId),
    now,
    expiresAt: new Date(now.getTime() + lifetimeMs),
  }
}
