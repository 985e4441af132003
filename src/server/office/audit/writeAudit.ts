import type { Role } from '#contract/office/permissions.ts'
import type { Writer } from '../../db/client.ts'
import { isTx } from '../../db/client.ts'

/** Who did something, and from where. */
export interface AuditActor {
  /** null: at the command line, or the server itself. */
  staffId: string | null
  staffName: string
  role: Role | null
  address: string | null
  requestId: string | null
  /** Who asked for what a second person confirms. */
  requestedBy?: { id: string; name: string } | undefined
}

/** What an action did, as its function reports it. Values become JSON: no secret belongs into them. */
export interface AuditedChange {
  subject: { kind: string; id: string } | null
  /** The subject's state around the action, or the part of it that changed. */
  before?: unknown
  after?: unknown
}

export interface AuditEntryInput extends AuditedChange {
  at: Date
  actor: AuditActor
  /** Name of the call. */
  action: string
  reason?: string | null | undefined
}

/**
 * Adds a row to the audit in the transaction, at its end: writers wait for each other from here to the commit. Outside of
 * one it commits at once.
 */
export async function writeAudit(on: Writer, entry: AuditEntryInput): Promise<void> {
  const { at, actor, action, subject, before, after, reason } = entry
  const sql = 'select office.write_audit($1)'
  const params = [
    JSON.stringify({
      at: at.toISOString(),
      staff_id: actor.staffId,
      staff_name: actor.staffName,
      role: actor.role,
      action,
      subject_kind: subject?.kind ?? null,
      subject_id: subject?.id ?? null,
      before: before ?? null,
      after: after ?? null,
      reason: reason ?? null,
      address: actor.address,
      request_id: actor.requestId,
      requested_by_id: actor.requestedBy?.id ?? null,
      requested_by_name: actor.requestedBy?.name ?? null,
    }),
  ]
  if (isTx(on)) on.sendWithCommit(sql, params)
  else await on.write(sql, params)
}
