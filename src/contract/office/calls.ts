import { adjustmentCalls } from './adjustments.ts'
import { approvalCalls } from './approvals.ts'
import { auditCalls, otherActions } from './audit.ts'
import { blockedPlayerCalls } from './blockedPlayers.ts'
import { depositCalls } from './deposits.ts'
import { contentCalls } from './content.ts'
import { exclusionCalls } from './exclusions.ts'
import { feedNameCalls } from './feedNames.ts'
import { gameCalls } from './games.ts'
import { launderingCalls } from './laundering.ts'
import { mailCalls } from './mails.ts'
import type { OfficeCall } from './officeCall.ts'
import { identityCalls, playerCalls } from './players.ts'
import { prizeCalls } from './prizes.ts'
import { queueCalls } from './queue.ts'
import { reconciliationCalls } from './reconciliation.ts'
import {
  bigBetCalls,
  bigWinCalls,
  exposureCalls,
  riskHitCalls,
  riskLinkCalls,
  riskRuleCalls,
} from './risk.ts'
import { releaseCalls } from './releases.ts'
import { regulatorCalls } from './regulator.ts'
import { reportCalls } from './reports.ts'
import { accountCalls, sessionCalls } from './session.ts'
import { serviceCalls } from './service.ts'
import { settingsCalls } from './settings.ts'
import { matchCalls, sportsLimitCalls, sportsRuleCalls } from './sports.ts'
import { suspendedPrizeCalls } from './suspendedPrizes.ts'
import { staffCalls } from './staff.ts'
import { cannedCalls, supportCalls } from './support.ts'
import { terminalCalls } from './terminals.ts'
import { voucherCalls } from './vouchers.ts'
import { withdrawalCalls } from './withdrawals.ts'

/** Every call of the back office: a test compares the list with what the server answers, and with the roles. */
export const officeCalls: readonly OfficeCall[] = [
  sessionCalls,
  accountCalls,
  queueCalls,
  approvalCalls,
  playerCalls,
  identityCalls,
  exclusionCalls,
  blockedPlayerCalls,
  suspendedPrizeCalls,
  withdrawalCalls,
  depositCalls,
  reconciliationCalls,
  adjustmentCalls,
  staffCalls,
  auditCalls,
  contentCalls,
  gameCalls,
  serviceCalls,
  settingsCalls,
  matchCalls,
  sportsRuleCalls,
  feedNameCalls,
  sportsLimitCalls,
  exposureCalls,
  bigBetCalls,
  bigWinCalls,
  riskHitCalls,
  riskLinkCalls,
  riskRuleCalls,
  reportCalls,
  prizeCalls,
  launderingCalls,
  regulatorCalls,
  supportCalls,
  cannedCalls,
  mailCalls,
  releaseCalls,
  terminalCalls,
  voucherCalls,
].flatMap((calls) => Object.values<OfficeCall>(calls))

/** Every name that a row of the audit may have. */
export const auditedActions: readonly string[] = [
  ...officeCalls
    .filter(({ kind, isAudited }) => (kind !== 'read' && kind !== 'list') || isAudited === true)
    .map(({ name }) => name),
  ...otherActions,
]
