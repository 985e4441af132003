import type { Office } from '../endpoints/office.ts'
import { pendingApprovals, registerApprovals } from './approvals.ts'
import { registerAudit } from './audit.ts'
import { registerQueue } from './queue.ts'
import { openRiskHits, registerRisk } from './risk.ts'
import { registerAccount, registerSession } from './session.ts'
import { registerSettings } from './settings.ts'
import { registerSports } from './sports.ts'
import { registerStaff } from './staff.ts'

/** Registers every call of contract/office/calls.ts. */
export function registerOfficeRoutes(office: Office): void {
  registerSession(office)
  registerAccount(office)
  registerQueue(office, { approvals: pendingApprovals, riskHits: openRiskHits })
  registerApprovals(office)
  registerStaff(office)
  registerAudit(office)
  registerSettings(office)
  registerSports(office)
  registerRisk(office)
}
