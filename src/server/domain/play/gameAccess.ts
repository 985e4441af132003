import type { AppDeps } from '../../deps.ts'
import { Refusal } from '../../texts/refusal.ts'
import { barColumns, refuseBarred, type Bar } from '../protection/barred.ts'
import { refuseWhileClosed } from '../protection/serviceClosure.ts'
import {
  hashToken,
  newToken,
  ofPlayer,
  touchSession,
  type Session,
  type SessionRow,
} from '../accounts/sessions.ts'

const ticketLifetimeMs = 60_000
const sessionLifetimeMs = 30 * 60_000
/** Limits the database writes for a session in use: it is extended at most this often. */
const extensionIntervalMs = 60_000

/** Access of a game's frame: to this game, for this player. */
export interface GameSession {
  session: Session
  game: string
}

/**
 * Creates a ticket for one game of this session: single use, valid for a minute. Throws serviceClosed, gameUnknown,
 * excluded or suspended.
 */
export async function createGameTicket(
  deps: Pick<AppDeps, 'db' | 'clock' | 'settings'>,
  session: Session,
  game: string,
): Promise<{ ticket: string; expiresAt: Date }> {
  await refuseWhileClosed(deps)
  const { token, now, expiresAt } = newAccess(deps, session.userId, ticketLifetimeMs)
  const [row] = await deps.db.read<Bar>(
    `select ${barColumns} from games g, users u where g.code = $1 and g.enabled and g.listed and u.id = $2`,
    [game, session.userId],
  )
  if (!row) throw new Refusal('gameUnknown')
  refuseBarred(row, now)
  await deps.db.write(
    `insert into game_tickets (token_hash, session_id, user_id, game, created_at, expires_at)
     values ($1, $2, $3, $4, $5, $6)`,
    [hashToken(token), session.id, session.userId, game, now, expiresAt],
  )
  return { ticket: token, expiresAt }
}

/**
 * Exchanges a game's ticket for a game session's token, once. Throws gameTicketInvalid when the ticket is
 * unknown, used, expired or of another game, or when its player has logged out.
 */
export async function exchangeGameTicket(
  deps: Pick<AppDeps, 'db' | 'clock'>,
  { ticket, game }: { ticket: string; game: string },
): Promise<{ token: string; expiresAt: Date; userId: string }> {
  const named = ofPlayer(ticket, 's.user_id', 4)
  return deps.db.tx(async (tx) => {
    const [redeemed] = await tx.query<{ session_id: string; user_id: string }>(
      `update game_tickets t set used_at = $3 from sessions s
        where t.token_hash = $1 and t.game = $2 and t.used_at is null and t.expires_at > $3
          and s.id = t.session_id and s.user_id = t.user_id and s.revoked_at is null and s.expires_at > $3
          ${named.sql} returning t.session_id, s.user_id`,
      [hashToken(ticket), game, deps.clock.now(), ...named.params],
    )
    if (!redeemed) throw new Refusal('gameTicketInvalid')
    const { token, now, expiresAt } = newAccess(deps, redeemed.user_id, sessionLifetimeMs)
    await tx.query(
      `insert into game_sessions (token_hash, session_id, user_id, game, created_at, expires_at)
       values ($1, $2, $3, $4, $5, $6)`,
      [hashToken(token), redeemed.session_id, redeemed.user_id, game, now, expiresAt],
    )
    return { token, expiresAt, userId: redeemed.user_id }
  })
}

/**
 * The game session of a token. Undefined once it has ended: half an hour after its last call, with the
 * player's session, when the player takes a pause or is suspended, or when the game is no longer offered.
 */
export async function findGameSession(
  deps: Pick<AppDeps, 'db' | 'clock' | 'config' | 'bus'>,
  token: string,
): Promise<GameSession | undefined> {
  const now = deps.clock.now()
  const hash = hashToken(token)
  const named = ofPlayer(token, 's.user_id', 3)
  const [row] = await deps.db.read<SessionRow & { game: string; ends: Date }>(
    `select s.id, s.user_id, s.created_at, s.active_at, c.game, c.expires_at as ends
       from game_sessions c join sessions s on s.id = c.session_id and s.user_id = c.user_id
       join users u on u.id = s.user_id join games g on g.code = c.game and g.enabled
      where c.token_hash = $1 and c.expires_at > $2 and s.revoked_at is null and s.expires_at > $2
        and coalesce(greatest(u.excluded_until, u.suspended_until) <= $2, true) ${named.sql}`,
    [hash, now, ...named.params],
  )
  const session = row && (await touchSession(deps, row))
  if (!session) return undefined
  if (row.ends.getTime() - now.getTime() < sessionLifetimeMs - extensionIntervalMs) {
    await deps.db.write('update game_sessions set expires_at = $2 where token_hash = $1 and user_id = $3', [
      hash,
      new Date(now.getTime() + sessionLifetimeMs),
      row.user_id,
    ])
  }
  return { session, game: row.game }
}

/** A game session without a ticket, for a provider whose server gets its token when the game is launched. */
export async function openGameSession(
  deps: Pick<AppDeps, 'db' | 'clock'>,
  session: Session,
  game: string,
): Promise<string> {
  const { token, now, expiresAt } = newAccess(deps, session.userId, sessionLifetimeMs)
  await deps.db.write(
    `insert into game_sessions (token_hash, session_id, user_id, game, created_at, expires_at)
     values ($1, $2, $3, $4, $5, $6)`,
    [hashToken(token), session.id, session.userId, game, now, expiresAt],
  )
  return token
}

/**
 * The game session of a token. Throws `gameTicketInvalid` for an unknown one, `gameSessionEnded`, `gameUnknown` when
 * the game is no longer offered, or why its player may not play.
 */
export async function openedGameSession(
  deps: Pick<AppDeps, 'db' | 'clock' | 'config' | 'bus'>,
  token: string,
): Promise<GameSession> {
  const opened = await findGameSession(deps, token)
  if (opened) return opened
  const named = ofPlayer(token, 's.user_id', 2)
  const [row] = await deps.db.read<Bar & { is_game_open: boolean }>(
    `select u.excluded_until, u.suspended_until, u.status_reason, u.closed_at, g.enabled as is_game_open
       from game_sessions c join sessions s on s.id = c.session_id and s.user_id = c.user_id
       join users u on u.id = s.user_id join games g on g.code = c.game
      where c.token_hash = $1 ${named.sql}`,
    [hashToken(token), ...named.params],
  )
  if (!row) throw new Refusal('gameTicketInvalid')
  refuseBarred(row, deps.clock.now())
  throw new Refusal(row.is_game_open ? 'gameSessionEnded' : 'gameUnknown')
}

/** Its player and 256 random bits; only its hash is stored. */
function newAccess(deps: Pick<AppDeps, 'clock'>, userId: string, lifetimeMs: number) {
  const now = deps.clock.now()
  const expiresAt = new Date(now.getTime() + lifetimeMs)
  return { token: newToken(userId), now, expiresAt }
}
