import { randomUUID } from 'node:crypto'
import type { Role } from '#contract/office/permissions.ts'
import type { StaffFilter, StaffStatus } from '#contract/office/staff.ts'
import type { AppDeps } from '../../deps.ts'
import { uniqueViolation, type Reader, type SqlValue, type Tx } from '../../db/client.ts'
import { OfficeRefusal } from '../texts/officeRefusal.ts'
import { forgiveAttempts } from './attempts.ts'
import { createLink } from './links.ts'
import { normalEmail, toRole } from './person.ts'
import { endSessions } from './sessions.ts'

/** A person at the operator, as the list of staff shows them. */
export interface StaffMember {
  id: string
  name: string
  email: string
  role: Role
  status: StaffStatus
  hasTotp: boolean
  passkeys: number
  loggedInAt: Date | null
  createdAt: Date
}

interface StaffDbRow {
  id: string
  name: string
  email: string
  role: string
  status: StaffStatus
  has_totp: boolean
  passkeys: number
  logged_in_at: Date | null
  created_at: Date
}

/** `$1` is the present moment. */
export const staffSql = `
  select * from (
    select p.id, p.name, p.email, p.role, p.totp_secret is not null as has_totp, p.logged_in_at, p.created_at,
      (select count(*) from office.staff_passkeys k where k.staff_id = p.id) as passkeys,
      case when p.deactivated_at is not null then 'deactivated'
        when exists (select from office.attempts a where a.email = p.email and a.locked_until > $1) then 'locked'
        when p.password_hash is null then 'invited'
        else 'active' end as status
    from office.staff p) as staff`

export function toStaffMember(row: StaffDbRow): StaffMember {
  return {
    id: row.id,
    name: row.name,
    email: row.email,
    role: toRole(row.role),
    status: row.status,
    hasTotp: row.has_totp,
    passkeys: row.passkeys,
    loggedInAt: row.logged_in_at,
    createdAt: row.created_at,
  }
}

/** The conditions of a filter; `value` adds a parameter and returns its placeholder. */
export function staffConditions(
  { q, role, status }: StaffFilter,
  value: (parameter: SqlValue) => string,
): string[] {
  const conditions: string[] = []
  if (q !== undefined) {
    const part = value(`%${q.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`)
    conditions.push(`(lower(name) like ${part} or email like ${part})`)
  }
  if (role !== undefined) conditions.push(`role = ${value(role)}`)
  if (status !== undefined) conditions.push(`status = ${value(status)}`)
  return conditions
}

/** Throws notFound. */
export async function readStaffMember(
  { clock }: Pick<AppDeps, 'clock'>,
  on: Reader,
  id: string,
): Promise<StaffMember> {
  const [row] = await on.read<StaffDbRow>(`${staffSql} where id = $2`, [clock.now(), id])
  if (!row) throw new OfficeRefusal('notFound')
  return toStaffMember(row)
}

type Deps = Pick<AppDeps, 'clock'>

/** Adds a person without a password; `createLink` then lets them in. Throws emailTaken. */
export async function addStaffMember(
  deps: Deps,
  tx: Tx,
  { name, email, role }: { name: string; email: string; role: Role },
): Promise<StaffMember> {
  const id = randomUUID()
  try {
    await tx.query(
      'insert into office.staff (id, email, name, role, created_at) values ($1, $2, $3, $4, $5)',
      [id, normalEmail(email), name.trim(), role, deps.clock.now()],
    )
  } catch (error) {
    if (uniqueViolation(error) === 'staff_email_key')
      throw new OfficeRefusal('emailTaken', { field: 'email' })
    throw error
  }
  return readStaffMember(deps, tx, id)
}

/** A change of one person: their state around it, for the audit. */
export interface StaffChange {
  before: StaffMember
  after: StaffMember
}

/**
 * Changes a person under the lock that counts administrators. Throws notFound, and lastAdministrator when no active one
 * would be left: two who remove each other at the same time wait for each other here.
 */
async function changeMember(
  deps: Deps,
  tx: Tx,
  id: string,
  change: (before: StaffMember) => Promise<void>,
): Promise<StaffChange> {
  await tx.query(`select pg_advisory_xact_lock(hashtextextended('office staff', 0))`)
  const before = await readStaffMember(deps, tx, id)
  await change(before)
  const [row] = await tx.query<{ administrators: number }>(
    `select count(*) as administrators from office.staff where role = 'administrator' and deactivated_at is null`,
  )
  const wasOne = before.role === 'administrator' && before.status !== 'deactivated'
  if (wasOne && row?.administrators === 0) throw new OfficeRefusal('lastAdministrator')
  return { before, after: await readStaffMember(deps, tx, id) }
}

/** Ends the person's sessions, because each of them shows what the old role may do. */
export function changeRole(deps: Deps, tx: Tx, id: string, role: Role): Promise<StaffChange> {
  return changeMember(deps, tx, id, async () => {
    await tx.query('update office.staff set role = $2 where id = $1', [id, role])
    await endSessions(deps, tx, { staffId: id })
  })
}

export function deactivate(deps: Deps, tx: Tx, id: string): Promise<StaffChange> {
  return changeMember(deps, tx, id, async (before) => {
    if (before.status === 'deactivated') throw new OfficeRefusal('conflict')
    await tx.query('update office.staff set deactivated_at = $2 where id = $1', [id, deps.clock.now()])
    await tx.query('delete from office.links where staff_id = $1', [id])
    await endSessions(deps, tx, { staffId: id })
  })
}

export function activate(deps: Deps, tx: Tx, id: string): Promise<StaffChange> {
  return changeMember(deps, tx, id, async (before) => {
    if (before.status !== 'deactivated') throw new OfficeRefusal('conflict')
    await tx.query('update office.staff set deactivated_at = null where id = $1', [id])
  })
}

/** Ends the lock after five errors. Throws conflict when there is none. */
export function unlock(deps: Deps, tx: Tx, id: string): Promise<StaffChange> {
  return changeMember(deps, tx, id, async (before) => {
    if (!(await forgiveAttempts(tx, before.email))) throw new OfficeRefusal('conflict')
  })
}

/** Removes everything that the person logs in with and ends their sessions; a link then lets them in again. */
export function removeAccess(deps: Deps, tx: Tx, id: string): Promise<StaffChange> {
  return changeMember(deps, tx, id, async (before) => {
    if (before.status === 'deactivated') throw new OfficeRefusal('conflict')
    await tx.query(
      'update office.staff set password_hash = null, totp_secret = null, totp_pending = null where id = $1',
      [id],
    )
    await tx.query('delete from office.staff_recovery_codes where staff_id = $1', [id])
    await tx.query('delete from office.staff_passkeys where staff_id = $1', [id])
    await forgiveAttempts(tx, before.email)
    await endSessions(deps, tx, { staffId: id })
  })
}

/** A new link for somebody who has no password. Throws conflict when the person has one. */
export async function renewLink(
  deps: Deps,
  tx: Tx,
  id: string,
  officeUrl: string,
): Promise<{ member: StaffMember; link: string; expiresAt: Date }> {
  const { after: member } = await changeMember(deps, tx, id, async (before) => {
    if (before.status !== 'invited') throw new OfficeRefusal('conflict')
  })
  const purpose = member.loggedInAt === null ? 'invitation' : 'reset'
  return { member, ...(await createLink(deps, tx, { staffId: id, purpose, officeUrl })) }
}
