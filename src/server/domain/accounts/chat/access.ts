import { randomBytes } from 'node:crypto'
import type { AppDeps } from '../../../deps.ts'
import { Refusal } from '../../../texts/refusal.ts'
import { hashToken, touchSession, type Session, type SessionRow } from '../sessions.ts'

const ticketLifetimeMs = 60_000
/** A page that stays open for longer requests another ticket. */
const sessionLifetimeMs = 12 * 3_600_000

/** Creates a ticket for the chat page of this session: single use, valid for a minute. */
export async function createChatTicket(
  deps: Pick<AppDeps, 'db' | 'clock'>,
  session: Session,
): Promise<{ ticket: string; expiresAt: Date }> {
  const { token, now, expiresAt } = newToken(deps, ticketLifetimeMs)
  await deps.db.write(
    'insert into chat_tickets (token_hash, session_id, created_at, expires_at) values ($1, $2, $3, $4)',
    [hashToken(token), session.id, now, expiresAt],
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
  const { token, now, expiresAt } = newToken(deps, sessionLifetimeMs)
  await deps.db.tx(async (tx) => {
    const [redeemed] = await tx.query<{ session_id: string }>(
      `update chat_tickets t set used_at = $2 from sessions s
        where t.token_hash = $1 and t.used_at is null and t.expires_at > $2
          and s.id = t.session_id and s.revoked_at is null and s.expires_at > $2
        returning t.session_id`,
      [hashToken(ticket), now],
    )
    if (!redeemed) throw new Refusal('chatTicketInvalid')
    await tx.query(
      'insert into chat_sessions (token_hash, session_id, created_at, expires_at) values ($1, $2, $3, $4)',
      [hashToken(token), redeemed.session_id, now, expiresAt],
    )
  })
  return { token, expiresAt }
}

/** The player's session behind a chat session's token; undefined when either has ended. */
export async function findChatSession(
  deps: Pick<AppDeps, 'db' | 'clock' | 'config' | 'bus'>,
  token: string,
): Promise<Session | undefined> {
  const [row] = await deps.db.read<SessionRow>(
    `select s.id, s.user_id, s.active_at from chat_sessions c join sessions s on s.id = c.session_id
      where c.token_hash = $1 and c.expires_at > $2 and s.revoked_at is null and s.expires_at > $2`,
    [hashToken(token), deps.clock.now()],
  )
  return row && touchSession(deps, row)
}

/** 256 random bits; only their hash is stored. */
function newToken(deps: Pick<AppDeps, 'clock'>, lifetimeMs: number) {
  const now = deps.clock.now()
  return {
    token: randomBytes(32).toString('base64url'),
    now,
    expiresAt: new Date(now.getTime() + lifetimeMs),
  }
}
