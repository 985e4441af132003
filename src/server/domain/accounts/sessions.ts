import { createHash, randomBytes, randomUUID } from 'node:crypto'
import type { LanguageCode } from '#contract/languages.ts'
import { deviceTypes, type DeviceType } from '#contract/rules/deviceType.ts'
import type { AppDeps } from '../../deps.ts'
import type { Reader, SqlValue, Writer } from '../../db/client.ts'
import { Refusal } from '../../texts/refusal.ts'
import { profileOf } from '../../config/jurisdictions.ts'
import { errorText } from '../../texts/texts.ts'
import { dayZone } from '../../time/days.ts'
import { addMark } from './marks.ts'
import { refuseClosed } from '../protection/barred.ts'

const dayMs = 24 * 3_600_000
const lifetimeMs = 30 * dayMs
/** How long a session is stored after its end, in days (jobs/expiredRows.ts). */
export const endedSessionDays = 30
/** How long after its beginning the last trace of a session is gone, in ms. */
export const sessionsKeptMs = lifetimeMs + endedSessionDays * dayMs

export interface Session {
  id: string
  userId: string
}

/** Tokens are stored only as hashes. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

/** The device that a session is opened on. */
export interface Device {
  deviceId: string
  deviceType: DeviceType
  /** Left out where other players use the same device: a terminal. */
  browserId?: string | undefined
  /** The venue's terminal that it says it is. */
  terminalId?: string | undefined
  /** Whether it is a terminal, by what the terminal signs: all customers of a venue use it. */
  isTerminal?: boolean
}

const playerBytes = 16
const secretBytes = 32
const playerId = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/

/**
 * A token begins with its player, so that a database that spreads players over nodes asks one of them. The rest is secret:
 * 256 random bits.
 */
export function newToken(userId: string): string {
  const player = playerId.test(userId) ? Buffer.from(userId.replaceAll('-', ''), 'hex') : Buffer.alloc(0)
  return Buffer.concat([player, randomBytes(secretBytes)]).toString('base64url')
}

/** The player whose token it says it is; undefined: it does not say, as those of earlier versions. */
function playerOf(token: string): string | undefined {
  const bytes = Buffer.from(token, 'base64url')
  if (bytes.length !== playerBytes + secretBytes) return undefined
  const hex = bytes.toString('hex', 0, playerBytes)
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

/** SQL: `and column = $place` where a token says its player, and the parameter; else nothing. */
export function ofPlayer(token: string, column: string, place: number): { sql: string; params: string[] } {
  const userId = playerOf(token)
  return userId === undefined
    ? { sql: '', params: [] }
    : { sql: `and ${column} = $${place}`, params: [userId] }
}

/** SQL: the session of a token, the parameters of it, and its player, where the token says it. */
function byToken(token: string): { where: string; params: SqlValue[]; userId?: string } {
  const userId = playerOf(token)
  return userId === undefined
    ? { where: 'token_hash = $1', params: [hashToken(token)] }
    : { where: 'token_hash = $1 and user_id = $2', params: [hashToken(token), userId], userId }
}

/**
 * Opens a session and returns its token, which is never shown again. `byPassword`: its player has just typed the
 * password. Throws accountClosed when the account is closed and nothing is left in it, and forbidden on a terminal that was
 * revoked.
 */
export async function openSession(
  deps: Pick<AppDeps, 'clock' | 'config'>,
  tx: Writer,
  user: { userId: string; device: Device; id?: string; byPassword?: boolean },
): Promise<string> {
  const token = newToken(user.userId)
  const now = deps.clock.now()
  await refuseClosed(tx, user.userId)
  const terminalId = await lockTerminal(tx, user.device.terminalId)
  await tx.write(
    `insert into sessions
       (id, token_hash, user_id, device_id, device_type, browser_id, created_at, expires_at, terminal_id, password_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [
      user.id ?? randomUUID(),
      hashToken(token),
      user.userId,
      user.device.deviceId,
      user.device.deviceType,
      user.device.browserId ?? null,
      now,
      new Date(now.getTime() + lifetimeMs),
      terminalId,
      user.byPassword ? now : null,
    ],
  )
  if (!user.device.isTerminal) {
    await addMark(deps, tx, user.userId, 'browser', user.device.browserId)
    await addMark(deps, tx, user.userId, 'device', user.device.deviceId)
  }
  return token
}

/** The terminal, if there is such a one; it cannot be revoked until the session is there, which ends then. */
async function lockTerminal(tx: Writer, terminalId: string | undefined): Promise<string | null> {
  if (terminalId === undefined) return null
  const [terminal] = await tx.write<{ id: string; revoked_at: Date | null }>(
    'select id, revoked_at from terminals where id = $1 for share',
    [terminalId],
  )
  if (terminal?.revoked_at) throw new Refusal('forbidden')
  return terminal?.id ?? null
}

/** The live session of a token; undefined when it is unknown, revoked or expired. */
export async function findSession(
  deps: Pick<AppDeps, 'db' | 'playerReads' | 'clock' | 'config' | 'bus'>,
  token: string,
): Promise<Session | undefined> {
  const { where, params, userId } = byToken(token)
  const near = userId === undefined ? deps.db : await deps.playerReads.of(userId)
  const [row] = await near.read<SessionRow>(
    `select id, user_id, created_at, active_at from sessions
      where ${where} and revoked_at is null and expires_at > $${params.length + 1}`,
    [...params, deps.clock.now()],
  )
  return row && touchSession(deps, row)
}

/**
 * Records a call as activity of a live session. If the session was idle for too long, ends it and returns
 * undefined.
 */
export async function touchSession(
  deps: Pick<AppDeps, 'db' | 'clock' | 'config' | 'bus'>,
  row: SessionRow,
): Promise<Session | undefined> {
  const now = deps.clock.now()
  const session = { id: row.id, userId: row.user_id }
  const { idleCloseMinutes } = profileOf(deps)
  // Until its first call a session is idle since the login.
  const idleMs = now.getTime() - (row.active_at ?? row.created_at).getTime()
  if (idleCloseMinutes !== null && idleMs > idleCloseMinutes * minuteMs) {
    await endIdleSessions(deps, session.id)
    return undefined
  }
  if (row.active_at === null || Math.abs(idleMs) >= recordEveryMs) await recordActivity(deps, row, now)
  return session
}

export interface SessionRow {
  id: string
  user_id: string
  created_at: Date
  active_at: Date | null
}

/** Activity is recorded at most once a minute; gaps longer than playGapMs are not playing time. */
const minuteMs = 60_000
const recordEveryMs = minuteMs
const playGapMs = 5 * minuteMs

/**
 * Records the session's activity and adds the time since the last activity to the player's day. Of concurrent
 * calls only the first one counts, and of the time on several devices at once only that of one: `counted_to` is up to when
 * the day is counted. A clock that was set back begins anew.
 */
async function recordActivity(deps: Pick<AppDeps, 'db'>, session: SessionRow, now: Date): Promise<void> {
  const gapMs = session.active_at ? now.getTime() - session.active_at.getTime() : 0
  const seconds = gapMs > 0 && gapMs <= playGapMs ? Math.round(gapMs / 1_000) : 0
  const recorded = await deps.db.write(
    `update sessions set active_at = $2
      where user_id = $4 and id = $1 and active_at is not distinct from $3::timestamptz returning 1`,
    [session.id, now, session.active_at, session.user_id],
  )
  if (recorded.length === 0 || seconds === 0) return
  // Apart: Citus refuses it as a part of the statement above.
  await deps.db.write(
    `insert into play_days as d (user_id, day, seconds, counted_to)
     values ($1, ($2::timestamptz at time zone $4)::date, $3, $2)
     on conflict (user_id, day) do update set counted_to = excluded.counted_to,
       seconds = d.seconds + case
         when d.counted_to is null or d.counted_to - excluded.counted_to > make_interval(secs => $5) then excluded.seconds
         else greatest(0, least(excluded.seconds, round(extract(epoch from excluded.counted_to - d.counted_to))::integer))
       end`,
    [session.user_id, now, seconds, dayZone, playGapMs / 1_000],
  )
}

/** A session of the player, as the list of devices shows it. */
export interface OpenSession {
  id: string
  createdAt: Date
  activeAt: Date
  isCurrent: boolean
  /** null: a session from before the types were recorded. */
  deviceType: DeviceType | null
}

/** The player's open sessions: first the current one, then by last activity. */
export async function listSessions(
  deps: Pick<AppDeps, 'clock'> & { db: Reader },
  { id, userId }: Session,
): Promise<OpenSession[]> {
  const rows = await deps.db.read<SessionRow & { device_type: string | null }>(
    `select id, user_id, created_at, active_at, device_type from sessions
      where user_id = $1 and revoked_at is null and expires_at > $2
      order by id = $3 desc, coalesce(active_at, created_at) desc, id limit 50`,
    [userId, deps.clock.now(), id],
  )
  return rows.map((row) => ({
    id: row.id,
    createdAt: row.created_at,
    activeAt: row.active_at ?? row.created_at,
    isCurrent: row.id === id,
    deviceType: deviceTypes.find((type) => type === row.device_type) ?? null,
  }))
}

/** Ends one session of the player, or all but the current one. Another player's session is left alone. */
export async function endOtherSessions(
  deps: Pick<AppDeps, 'db' | 'bus' | 'clock'>,
  current: Session,
  sessionId: string | undefined,
): Promise<void> {
  const { userId } = current
  if (sessionId !== undefined) return endSessions(deps, deps.db, { userId, sessionId })
  await deps.db.tx((tx) => endSessions(deps, tx, { userId, except: current.id }))
}

/**
 * Ends one session of a player, all but one, or all of them (after a new password). Their sockets close within a second.
 */
export async function endSessions(
  deps: Pick<AppDeps, 'bus' | 'clock'>,
  tx: Writer,
  target: { userId: string; sessionId?: string; except?: string },
): Promise<void> {
  const rows = await tx.write<{ id: string }>(
    `update sessions set revoked_at = $3 where user_id = $1 and ($2::text is null or id = $2)
        and id is distinct from $4::text and revoked_at is null returning id`,
    [target.userId, target.sessionId ?? null, deps.clock.now(), target.except ?? null],
  )
  await deps.bus.publishAll(
    tx,
    rows.map(({ id }) => ({ type: 'sessionEnded' as const, sessionId: id })),
  )
}

/** Ends the sessions that were opened on a terminal. */
export async function endTerminalSessions(
  deps: Pick<AppDeps, 'bus' | 'clock'>,
  tx: Writer,
  terminalId: string,
): Promise<void> {
  const rows = await tx.write<{ id: string }>(
    'update sessions set revoked_at = $2 where terminal_id = $1 and revoked_at is null returning id',
    [terminalId, deps.clock.now()],
  )
  for (const { id } of rows) await deps.bus.publish(tx, { type: 'sessionEnded', sessionId: id })
}

/** Ends the sessions that were idle for longer than the jurisdiction allows; returns their number. */
export async function closeIdleSessions(
  deps: Pick<AppDeps, 'db' | 'clock' | 'config' | 'bus'>,
): Promise<number> {
  return endIdleSessions(deps, null)
}

/** Ends all idle sessions, or one if it is idle, and notifies their devices. */
async function endIdleSessions(
  deps: Pick<AppDeps, 'db' | 'clock' | 'config' | 'bus'>,
  sessionId: string | null,
): Promise<number> {
  const { idleCloseMinutes: minutes } = profileOf(deps)
  if (minutes === null) return 0
  const now = deps.clock.now()
  return deps.db.tx(async (tx) => {
    const rows = await tx.query<{ id: string; language: LanguageCode }>(
      `update sessions s set revoked_at = $1, end_reason = 'idle' from users u
        where u.id = s.user_id and s.revoked_at is null and ($3::text is null or s.id = $3)
          and (s.active_at < $2 or s.active_at is null and s.created_at < $2)
        returning s.id, u.language`,
      [now, new Date(now.getTime() - minutes * minuteMs), sessionId],
    )
    await deps.bus.publishAll(
      tx,
      rows.map(({ id, language }) => ({
        type: 'sessionEnded' as const,
        sessionId: id,
        notice: errorText(language, 'sessionIdle', { minutes }),
      })),
    )
    return rows.length
  })
}

/** Why the session of a token ended: `sessionIdle` when it was idle for too long, else `loggedOut`. */
export async function refusalOfToken(
  deps: Pick<AppDeps, 'db' | 'config'>,
  token: string | undefined,
): Promise<Refusal> {
  const { idleCloseMinutes } = profileOf(deps)
  if (token === undefined || idleCloseMinutes === null) return new Refusal('loggedOut')
  const { where, params } = byToken(token)
  const [row] = await deps.db.read<{ end_reason: 'idle' | null }>(
    `select end_reason from sessions where ${where}`,
    params,
  )
  if (row?.end_reason !== 'idle') return new Refusal('loggedOut')
  return new Refusal('sessionIdle', { params: { minutes: idleCloseMinutes }, data: { reason: 'idle' } })
}

/** The ids of the given sessions that are still open. */
export async function liveSessions(
  deps: Pick<AppDeps, 'db' | 'clock'>,
  ids: readonly string[],
): Promise<Set<string>> {
  const rows = await deps.db.read<{ id: string }>(
    `select id from sessions where id = any($1) and revoked_at is null and expires_at > $2`,
    [ids, deps.clock.now()],
  )
  return new Set(rows.map((row) => row.id))
}
