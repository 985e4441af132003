import { randomUUID } from 'node:crypto'
import type { Approval, ApprovalFilter, ApprovalState } from '#contract/office/approvals.ts'
import type { OfficeCall } from '#contract/office/officeCall.ts'
import { mayRole } from '#contract/office/permissions.ts'
import type { OfficePerson } from '#contract/office/session.ts'
import type { AppDeps } from '../../deps.ts'
import type { SqlValue, Tx } from '../../db/client.ts'
import { withSubjectNames } from '../texts/subjectNames.ts'
import { OfficeRefusal } from '../texts/officeRefusal.ts'

/** An action that nobody confirmed for this long is forgotten: what it was about has changed since. */
const lifetimeMs = 72 * 3_600_000

interface ApprovalDbRow {
  id: string
  call: string
  request: Approval['request']
  subject_kind: string | null
  subject_id: string | null
  subject_name?: string | null
  reason: string | null
  amount: number | null
  state: ApprovalState
  failure: string | null
  requested_by: string
  requested_by_name: string
  requested_at: Date
  expires_at: Date
  decided_by: string | null
  decided_by_name: string | null
  decided_at: Date | null
  decided_reason: string | null
}

/** `$1` is the present moment: one that nobody decided in time is shown as expired. */
export const approvalSql = `
  select * from (
    select a.id, a.call, a.request, a.subject_kind, a.subject_id, a.reason, a.amount, a.failure, a.requested_by,
      asked.name as requested_by_name, a.requested_at, a.expires_at, a.decided_by, decided.name as decided_by_name,
      a.decided_at, a.decided_reason,
      case when a.state = 'pending' and a.expires_at <= $1 then 'expired' else a.state end as state
    from office.staff_approvals a join office.staff asked on asked.id = a.requested_by
    left join office.staff decided on decided.id = a.decided_by) as approvals`

/** The calls of which the reader may see the approvals. */
export function visibleCalls(calls: Iterable<OfficeCall>, { role }: OfficePerson): string[] {
  return [...calls]
    .filter(({ permission }) => permission !== 'open' && mayRole(role, permission))
    .map(({ name }) => name)
}

/** The conditions of a filter: of what the reader may do, or asked for. */
export function approvalConditions(
  { state, action }: ApprovalFilter,
  value: (parameter: SqlValue) => string,
  reader: OfficePerson,
  visible: readonly string[],
): string[] {
  const conditions = [`(call = any(${value(visible)}) or requested_by = ${value(reader.id)})`]
  if (state !== undefined) conditions.push(`state = ${value(state)}`)
  if (action !== undefined) conditions.push(`call = ${value(action)}`)
  return conditions
}

export function toApproval(row: ApprovalDbRow, reader: OfficePerson, visible: readonly string[]): Approval {
  return {
    id: row.id,
    action: row.call,
    subjectKind: row.subject_kind,
    subjectId: row.subject_id,
    subjectName: row.subject_name ?? null,
    request: row.request,
    reason: row.reason,
    amountCents: row.amount,
    state: row.state,
    failure: row.failure,
    requestedById: row.requested_by,
    requestedByName: row.requested_by_name,
    requestedAt: row.requested_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
    decidedById: row.decided_by,
    decidedByName: row.decided_by_name,
    decidedAt: row.decided_at?.toISOString() ?? null,
    decidedReason: row.decided_reason,
    mayDecide: row.state === 'pending' && row.requested_by !== reader.id && visible.includes(row.call),
  }
}

export type { ApprovalDbRow }

/** Lets the action wait for a second person; returns the approval's id. */
export async function requestApproval(
  { clock }: Pick<AppDeps, 'clock'>,
  tx: Tx,
  {
    call,
    sent,
    reason,
    why,
    staff,
  }: {
    call: OfficeCall
    sent: { params: object; body: object }
    reason: string | null
    why: { subject: { kind: string; id: string } | null; amountCents: number | null }
    staff: OfficePerson
  },
): Promise<string> {
  const id = randomUUID()
  const now = clock.now()
  await tx.query(
    `insert into office.staff_approvals
       (id, call, request, subject_kind, subject_id, reason, amount, requested_by, requested_at, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [
      id,
      call.name,
      JSON.stringify(sent),
      why.subject?.kind ?? null,
      why.subject?.id ?? null,
      reason,
      why.amountCents,
      staff.id,
      now,
      new Date(now.getTime() + lifetimeMs),
    ],
  )
  return id
}

/** Throws notFound, also for one whose action the reader may not do and has not asked for. */
export async function readApproval(
  { clock }: Pick<AppDeps, 'clock'>,
  on: Tx | AppDeps['db'],
  id: string,
  reader: OfficePerson,
  visible: readonly string[],
): Promise<Approval> {
  const found = await on.read<ApprovalDbRow>(
    `${approvalSql} where id = $2 and (call = any($3) or requested_by = $4)`,
    [clock.now(), id, visible, reader.id],
  )
  const [row] = await withSubjectNames(on, found)
  if (!row) throw new OfficeRefusal('notFound')
  return toApproval(row, reader, visible)
}

/**
 * Decides a pending approval in the transaction, once. Throws notFound, approvalDecided, and ownApproval when whoever asked
 * confirms; they may decline.
 */
export async function decideApproval(
  deps: Pick<AppDeps, 'clock'>,
  tx: Tx,
  {
    id,
    state,
    reason,
    staff,
    visible,
  }: {
    id: string
    state: 'confirmed' | 'declined'
    reason: string
    staff: OfficePerson
    visible: readonly string[]
  },
): Promise<Approval> {
  await tx.query('select 1 from office.staff_approvals where id = $1 for update', [id])
  const approval = await readApproval(deps, tx, id, staff, visible)
  if (approval.state !== 'pending') throw new OfficeRefusal('approvalDecided')
  if (state === 'confirmed' && approval.requestedById === staff.id) throw new OfficeRefusal('ownApproval')
  if (approval.requestedById !== staff.id && !visible.includes(approval.action))
    throw new OfficeRefusal('forbidden')
  await tx.query(
    `update office.staff_approvals set state = $2, decided_by = $3, decided_at = $4, decided_reason = $5
     where id = $1`,
    [id, state, staff.id, deps.clock.now(), reason],
  )
  return approval
}

/** The action was refused when it was to run: the approval is over, and says why. */
export async function failApproval(
  { clock }: Pick<AppDeps, 'clock'>,
  tx: Tx,
  id: string,
  failure: string,
  { staff, reason }: { staff: OfficePerson; reason: string },
): Promise<void> {
  await tx.query(
    `update office.staff_approvals set state = 'failed', failure = $2, decided_by = $3, decided_at = $4,
       decided_reason = $5 where id = $1 and state = 'pending'`,
    [id, failure, staff.id, clock.now(), reason],
  )
}

/** How many wait for the reader, to a thousand, and since when. */
export async function countPending(
  { db, clock }: Pick<AppDeps, 'db' | 'clock'>,
  reader: OfficePerson,
  visible: readonly string[],
): Promise<{ count: number; oldestAt: Date | null }> {
  const [row] = await db.read<{ count: number; oldest: Date | null }>(
    `select count(*) as count, min(requested_at) as oldest from (
       select requested_at from office.staff_approvals
       where state = 'pending' and expires_at > $1 and requested_by <> $2 and call = any($3)
       order by requested_at limit 1000) as waiting`,
    [clock.now(), reader.id, visible],
  )
  return { count: row?.count ?? 0, oldestAt: row?.oldest ?? null }
}
