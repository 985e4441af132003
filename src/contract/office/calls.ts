import { adjustmentCalls } from './adjustments.ts'
import { approvalCalls } from './approvals.ts'
import { auditCalls } from './audit.ts'
import { depositCalls } from './deposits.ts'
import type { OfficeCall } from './officeCall.ts'
import { queueCalls } from './queue.ts'
import { reconciliationCalls } from './reconciliation.ts'
import { reportCalls } from './reports.ts'
import { accountCalls, sessionCalls } from './session.ts'
import { settingsCalls } from './settings.ts'
import { staffCalls } from './staff.ts'
import { withdrawalCalls } from './withdrawals.ts'

/** Every call of the back office: a test compares the list with what the server answers, and with the roles. */
export const officeCalls: readonly OfficeCall[] = [
  sessionCalls,
  accountCalls,
  queueCalls,
  approvalCalls,
  withdrawalCalls,
  depositCalls,
  reconciliationCalls,
  adjustmentCalls,
  staffCalls,
  auditCalls,
  settingsCalls,
  reportCalls,
].flatMap((calls) => Object.values<OfficeCall>(calls))
