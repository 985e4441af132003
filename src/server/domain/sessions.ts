import { createHash, randomBytes, randomUUID } from 'node:crypto'
import type { AppDeps } from '../app.ts'
import type { Db, Tx } from '../db/client.ts'
import { profileOf } from '../jurisdictions.ts'
import { dayZone } from './days.ts'

const lifetimeMs = 30 * 24 * 3_600_000

export interface Session {
  id: string
  userId: string
}

/** Only the hash of a token is ever stored. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

/** Opens a session and answers its token: 256 random bits, opaque, told once. */
export async function openSession(
  deps: Pick<AppDeps, 'clock'>,
  tx: Tx | Db,
  user: { userId: string; deviceId: string },
): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  const now = deps.clock.now()
  await tx.query(
    `insert into sessions (id, token_hash, user_id, device_id, created_at, expires_at)
     values ($1, $2, $3, $4, $5, $6)`,
    [randomUUID(), hashToken(token), user.userId, user.deviceId, now, new Date(now.getTime() + lifetimeMs)],
  )
  return token
}

/** The live session of a token; undefined when it is unknown, revoked or expired. */
export async function findSession(
  deps: Pick<AppDeps, 'db' | 'clock' | 'config' | 'bus'>,
  token: string,
): Promise<Session | undefined> {
  const [row] = await deps.db.query<SessionRow>(
    `select id, user_id, active_at from sessions
      where token_hash = $1 and revoked_at is null and expires_at > $2`,
    [hashToken(token), deps.clock.now()],
  )
  return row && touchSession(deps, row)
}

/** A call of a live session: it is active now; undefined, and over, when it was idle for too long. */
export async function touchSession(
  deps: Pick<AppDeps, 'db' | 'clock' | 'config' | 'bus'>,
  row: SessionRow,
): Promise<Session | undefined> {
  const now = deps.clock.now()
  const session = { id: row.id, userId: row.user_id }
  const { idleCloseMinutes } = profileOf(deps)
  const quietMs = row.active_at ? now.getTime() - row.active_at.getTime() : 0
  if (idleCloseMinutes !== null && quietMs > idleCloseMinutes * 60_000) {
    await endSessions(deps, deps.db, { userId: session.userId, sessionId: session.id })
    return undefined
  }
  if (row.active_at === null || Math.abs(quietMs) >= noteEveryMs) await noteActivity(deps, row, now)
  return session
}

export interface SessionRow {
  id: string
  user_id: string
  active_at: Date | null
}

/** Activity is kept to the minute; a longer silence is not play time. */
const noteEveryMs = 60_000
const playGapMs = 5 * 60_000

/** Keeps when the session was active and adds the time since to the player's day; the first of several wins. */
async function noteActivity(deps: Pick<AppDeps, 'db'>, session: SessionRow, now: Date): Promise<void> {
  const gapMs = session.active_at ? now.getTime() - session.active_at.getTime() : 0
  const seconds = gapMs > 0 && gapMs <= playGapMs ? Math.round(gapMs / 1_000) : 0
  await deps.db.query(
    `with noted as (
       update sessions set active_at = $2 where id = $1 and active_at is not distinct from $3::timestamptz
       returning user_id)
     insert into play_days (user_id, day, seconds)
       select user_id, ($2::timestamptz at time zone $5)::date, $4::integer from noted where $4::integer > 0
     on conflict (user_id, day) do update set seconds = play_days.seconds + excluded.seconds`,
    [session.id, now, session.active_at, seconds, dayZone],
  )
}

/** Ends sessions of a player: one, or all (after a new password). Their sockets close within a second. */
export async function endSessions(
  deps: Pick<AppDeps, 'bus' | 'clock'>,
  tx: Tx | Db,
  which: { userId: string; sessionId?: string },
): Promise<void> {
  const rows = await tx.query<{ id: string }>(
    `update sessions set revoked_at = $3
      where user_id = $1 and ($2::text is null or id = $2) and revoked_at is null returning id`,
    [which.userId, which.sessionId ?? null, deps.clock.now()],
  )
  for (const { id } of rows) await deps.bus.publish(tx, { type: 'sessionEnded', sessionId: id })
}

/** Those of the given sessions that are still open. */
export async function liveSessions(
  deps: Pick<AppDeps, 'db' | 'clock'>,
  ids: readonly string[],
): Promise<Set<string>> {
  const rows = await deps.db.query<{ id: string }>(
    `select id from sessions where id = any($1) and revoked_at is null and expires_at > $2`,
    [ids, deps.clock.now()],
  )
  return new Set(rows.map((row) => row.id))
}
