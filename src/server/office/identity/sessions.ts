import { createHash, randomBytes, randomUUID } from 'node:crypto'
import type { OfficePerson } from '#contract/office/session.ts'
import type { AppDeps } from '../../deps.ts'
import type { Reader, Writer } from '../../db/client.ts'
import { toPerson, type PersonRow } from './person.ts'

export const idleMinutes = 30
/** Even who works without a pause logs in once a shift. */
const longestHours = 12
/** The time for the second factor or its enrolment. */
const unfinishedMinutes = 10
const minuteMs = 60_000

export type SessionStage = 'secondFactor' | 'enrolment' | 'full'

export interface OfficeSession {
  id: string
  stage: SessionStage
  person: OfficePerson
}

/** The browser that a session is opened in. */
export interface Browser {
  address: string
  userAgent: string
}

export function hashSecret(secret: string): Buffer {
  return createHash('sha256').update(secret).digest()
}

/** Opens a session and returns its token, 256 random bits, which only its cookie has. */
export async function openSession(
  { clock }: Pick<AppDeps, 'clock'>,
  on: Writer,
  { staffId, stage, browser }: { staffId: string; stage: SessionStage; browser: Browser },
): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  const now = clock.now()
  await on.write(
    `insert into office.staff_sessions (id, token_hash, staff_id, stage, address, browser, created_at, active_at)
     values ($1, $2, $3, $4, $5, $6, $7, $7)`,
    [randomUUID(), hashSecret(token), staffId, stage, browser.address, browser.userAgent.slice(0, 300), now],
  )
  return token
}

/**
 * The open session of a token, with the person's role of this moment; undefined when it has ended, was idle for too long,
 * or its person is not active. With `isActivity` the idle time begins anew, to the minute.
 */
export async function findSession(
  { db, clock }: Pick<AppDeps, 'db' | 'clock'>,
  token: string,
  { isActivity }: { isActivity: boolean },
): Promise<OfficeSession | undefined> {
  const now = clock.now()
  const before = (minutes: number) => new Date(now.getTime() - minutes * minuteMs)
  const [row] = await db.read<PersonRow & { session_id: string; stage: SessionStage; active_at: Date }>(
    `select p.id, p.name, p.email, p.role, s.id as session_id, s.stage, s.active_at
     from office.staff_sessions s join office.staff p on p.id = s.staff_id
     where s.token_hash = $1 and s.ended_at is null and p.deactivated_at is null
       and s.active_at > $2 and s.created_at > case s.stage when 'full' then $3::timestamptz else $4::timestamptz end`,
    [hashSecret(token), before(idleMinutes), before(longestHours * 60), before(unfinishedMinutes)],
  )
  if (!row) return undefined
  if (isActivity && now.getTime() - row.active_at.getTime() >= minuteMs)
    await db.write('update office.staff_sessions set active_at = $2 where id = $1 and ended_at is null', [
      row.session_id,
      now,
    ])
  return { id: row.session_id, stage: row.stage, person: toPerson(row) }
}

/** Ends the person's sessions, or one, or all but one. Returns how many were open. */
export async function endSessions(
  { clock }: Pick<AppDeps, 'clock'>,
  on: Writer,
  target: { staffId: string; only?: string; except?: string | undefined },
): Promise<number> {
  const rows = await on.write(
    `update office.staff_sessions set ended_at = $2 where staff_id = $1 and ended_at is null
       and ($3::text is null or id = $3) and id is distinct from $4::text returning 1`,
    [target.staffId, clock.now(), target.only ?? null, target.except ?? null],
  )
  return rows.length
}

export interface SessionRow {
  id: string
  created_at: Date
  active_at: Date
  address: string
  browser: string
}

export function listSessions(on: Reader, staffId: string, now: Date): Promise<SessionRow[]> {
  return on.read<SessionRow>(
    `select id, created_at, active_at, address, browser from office.staff_sessions
     where staff_id = $1 and ended_at is null and active_at > $2 and created_at > $3
     order by active_at desc limit 50`,
    [
      staffId,
      new Date(now.getTime() - idleMinutes * minuteMs),
      new Date(now.getTime() - longestHours * 60 * minuteMs),
    ],
  )
}
