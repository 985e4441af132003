import type { Office } from '../endpoints/office.ts'
import { registerAdjustments } from './adjustments.ts'
import { pendingApprovals, registerApprovals } from './approvals.ts'
import { registerAudit } from './audit.ts'
import { registerDeposits } from './deposits.ts'
import { openDifferences, registerReconciliation } from './reconciliation.ts'
import { registerQueue } from './queue.ts'
import { registerReports } from './reports.ts'
import { registerAccount, registerSession } from './session.ts'
import { registerSettings } from './settings.ts'
import { registerStaff } from './staff.ts'
import { registerWithdrawals, waitingWithdrawals } from './withdrawals.ts'

/** Registers every call of contract/office/calls.ts. */
export function registerOfficeRoutes(office: Office): void {
  registerSession(office)
  registerAccount(office)
  registerQueue(office, {
    approvals: pendingApprovals,
    withdrawals: waitingWithdrawals,
    reconciliation: openDifferences,
  })
  registerApprovals(office)
  registerWithdrawals(office)
  registerDeposits(office)
  registerReconciliation(office)
  registerAdjustments(office)
  registerStaff(office)
  registerAudit(office)
<<<<<<< HEAD
  registerSettings(office)
=======
  registerReports(office)
>>>>>>> a21ce0ef (Back office: calls of the reports, as files too)
}
