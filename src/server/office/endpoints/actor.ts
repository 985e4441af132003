import type { OfficePerson } from '#contract/office/session.ts'
import type { AuditActor } from '../audit/writeAudit.ts'
import type { OfficeCaller } from './office.ts'

/** The caller, as the audit names them. */
export function actorOf(
  { address, requestId }: OfficeCaller,
  { id, name, role }: OfficePerson,
  requestedBy?: { id: string; name: string },
): AuditActor {
  return { staffId: id, staffName: name, role, address, requestId, requestedBy }
}
