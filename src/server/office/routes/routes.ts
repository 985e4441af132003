import type { Office } from '../endpoints/office.ts'
import { registerAdjustments } from './adjustments.ts'
import { pendingApprovals, registerApprovals } from './approvals.ts'
import { registerAudit } from './audit.ts'
import { registerDeposits } from './deposits.ts'
import { openDifferences, registerReconciliation } from './reconciliation.ts'
import { registerBlockedPlayers } from './blockedPlayers.ts'
import { registerRegulator } from './regulator.ts'
import { registerLaundering } from './laundering.ts'
import { registerPrizes } from './prizes.ts'
import { registerExclusions } from './exclusions.ts'
import { registerContent } from './content.ts'
import { registerFeedNames } from './feedNames.ts'
import { registerGames } from './games.ts'
import { registerPlayers, waitingIdentities } from './players.ts'
import { registerMails } from './mails.ts'
import { registerQueue } from './queue.ts'
import { openRiskHits, registerRisk } from './risk.ts'
import { registerReleases } from './releases.ts'
import { registerReports } from './reports.ts'
import { registerAccount, registerSession } from './session.ts'
import { registerService } from './service.ts'
import { registerSettings } from './settings.ts'
import { openOverdueMatches, registerSports } from './sports.ts'
import { registerSuspendedPrizes } from './suspendedPrizes.ts'
import { registerStaff } from './staff.ts'
import { registerSupport, waitingChats } from './support.ts'
import { registerTerminals } from './terminals.ts'
import { registerVouchers } from './vouchers.ts'
import { registerWithdrawals, waitingWithdrawals } from './withdrawals.ts'

/** Registers every call of contract/office/calls.ts. */
export function registerOfficeRoutes(office: Office): void {
  registerSession(office)
  registerAccount(office)
  registerQueue(office, {
    approvals: pendingApprovals,
    withdrawals: waitingWithdrawals,
    identities: waitingIdentities,
    reconciliation: openDifferences,
    riskHits: openRiskHits,
    chats: waitingChats,
    overdueMatches: openOverdueMatches,
  })
  registerApprovals(office)
  registerPlayers(office)
  registerExclusions(office)
  registerBlockedPlayers(office)
  registerSuspendedPrizes(office)
  registerPrizes(office)
  registerLaundering(office)
  registerRegulator(office)
  registerWithdrawals(office)
  registerDeposits(office)
  registerReconciliation(office)
  registerAdjustments(office)
  registerContent(office)
  registerGames(office)
  registerService(office)
  registerSports(office)
  registerFeedNames(office)
  registerRisk(office)
  registerStaff(office)
  registerSettings(office)
  registerAudit(office)
  registerReports(office)
  registerSupport(office)
  registerMails(office)
  registerTerminals(office)
  registerReleases(office)
  registerVouchers(office)
}
