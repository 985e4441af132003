import { mayRole } from '#contract/office/permissions.ts'
import type { OfficePerson } from '#contract/office/session.ts'
import type { Tx } from '../../db/client.ts'
import { Refusal } from '../../texts/refusal.ts'
import { decideApproval, failApproval, visibleCalls } from '../approvals/approvals.ts'
import { writeAudit } from '../audit/writeAudit.ts'
import { toRole } from '../identity/person.ts'
import { OfficeRefusal } from '../texts/officeRefusal.ts'
import { errorBody } from './errors.ts'
import type { Office, OfficeCaller, RegisteredAction } from './office.ts'
import { actorOf } from './actor.ts'

/**
 * Confirms an approval and runs its action in the same transaction; the audit has both names. When the action is refused
 * meanwhile, nothing of it stays, the approval is marked as failed, and the refusal is thrown.
 */
export async function runApproved(
  { deps, actions }: Office,
  tx: Tx,
  { id, reason, staff, caller }: { id: string; reason: string; staff: OfficePerson; caller: OfficeCaller },
): Promise<void> {
  const visible = visibleCalls(
    [...actions.values()].map(({ call }) => call),
    staff,
  )
  const approval = await decideApproval(deps, tx, { id, state: 'confirmed', reason, staff, visible })
  const action = actions.get(approval.action)
  if (!action) throw new Error(`no such action: ${approval.action}`)
  await refuseFormerStaff(tx, approval.requestedById, action)
  try {
    const { answer: _, ...change } = await action.run(
      { tx, caller, staff, isConfirmed: true },
      approval.request,
    )
    await writeAudit(tx, {
      at: deps.clock.now(),
      actor: actorOf(caller, staff, { id: approval.requestedById, name: approval.requestedByName }),
      action: approval.action,
      reason: approval.reason,
      ...change,
    })
  } catch (error) {
    if (error instanceof Refusal || error instanceof OfficeRefusal) throw new ApprovalFailedError(id, error)
    throw error
  }
}

/** Of two people both must be allowed to do it, now. Throws conflict: such an approval can only be declined. */
async function refuseFormerStaff(tx: Tx, id: string, { call }: RegisteredAction): Promise<void> {
  const [row] = await tx.query<{ role: string }>(
    'select role from office.staff where id = $1 and deactivated_at is null for share',
    [id],
  )
  const isAllowed = row && call.permission !== 'open' && mayRole(toRole(row.role), call.permission)
  if (!isAllowed) throw new OfficeRefusal('conflict')
}

/** Rolls the confirmation back; `recordFailure` then says why. */
class ApprovalFailedError extends Error {
  constructor(
    readonly approvalId: string,
    readonly refusal: Error,
  ) {
    super('the action of an approval was refused', { cause: refusal })
  }
}

/** Marks the approval as failed after its transaction was rolled back. Returns the error to answer with. */
export async function recordFailure(
  { deps }: Office,
  error: unknown,
  { staff, caller, reason }: { staff: OfficePerson; caller: OfficeCaller; reason: string },
): Promise<unknown> {
  if (!(error instanceof ApprovalFailedError)) return error
  const { approvalId, refusal } = error
  const failure = errorBody(refusal, caller.language).error.message
  await deps.db.tx(async (tx) => {
    await failApproval(deps, tx, approvalId, failure, { staff, reason })
    await writeAudit(tx, {
      at: deps.clock.now(),
      actor: actorOf(caller, staff),
      action: 'approvals.fail',
      reason,
      subject: { kind: 'approval', id: approvalId },
      after: { failure },
    })
  })
  return refusal
}
