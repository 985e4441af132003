import { AsyncResource } from 'node:async_hooks'
import type { AppDeps } from '../deps.ts'
import { runDouble } from '../games/double/double.ts'
import { acceptanceDueSql, acceptTickets } from '../sports/acceptance.ts'
import { autoCashOuts } from '../sports/autoCashOut.ts'
import { autoCashOutsDueSql } from '../sports/ticketRows.ts'
import { checkExposure } from '../sports/exposure.ts'
import { reportOverdueMatches } from '../sports/trading/overdue.ts'
import { correctTickets } from '../sports/corrections.ts'
import { pushGoals } from '../sports/pushGoals.ts'
import { openLegsSql, settleTickets } from '../sports/settlement.ts'
import { announceNotices, noticesDueSql } from '../domain/content/notices.ts'
import { approveByRule } from '../domain/payments/approvalRule.ts'
import {
  barredPlayersSql,
  closedAccountsSql,
  endBarredBonuses,
  finishClosedAccounts,
} from '../domain/accounts/closing.ts'
import { askRegisterAgain, runsPerMinute } from '../domain/register/askRegister.ts'
import { closeBlockedPlayers } from '../domain/register/closeBlocked.ts'
import { askAboutIdentities } from '../domain/accounts/identityChecks.ts'
import { findRiskHits } from '../domain/risk/riskHits.ts'
import { askAboutPending } from '../domain/payments/charges.ts'
import { reconcilePayments } from '../domain/payments/reconciliation/reconcile.ts'
import { expireOrders, overdueOrdersSql } from '../domain/payments/orders.ts'
import { makeReports, sendReports } from '../domain/regulator/deliveries.ts'
import { countPrizes } from '../domain/reports/prizes.ts'
import { rollUpReports } from '../domain/reports/rollUp.ts'
import { closeIdleSessions } from '../domain/accounts/sessions.ts'
import { endPrizeSuspensions, suspensionsDueSql } from '../domain/payments/suspendedPrizes.ts'
import { warnOfLateWithdrawals } from '../domain/payments/lateWithdrawals.ts'
import { approveOverdueWithdrawals, undecidedWithdrawalsSql } from '../domain/payments/withdrawals.ts'
import { queueNames } from '../db/JobQueue.ts'
import { databaseJobs } from './databaseJobs.ts'
import { exportJob, onExportRequested } from './exports.ts'
import { syncGameCatalogues } from './gameCatalogues.ts'
import { handlers } from './handlers.ts'
import { housekeepingJobs } from './housekeeping.ts'
import { feedIntakeJobs } from './feedIntake.ts'
import { DueWork } from './DueWork.ts'
import type { Job } from './Job.ts'
import { JobLoop } from './JobLoop.ts'
import { Leases } from './Leases.ts'
import { requeueJob } from './requeue.ts'
import { queueJob, workOff } from './queueJobs.ts'

/** What happens every second. In the sandbox, withdrawals approve themselves. */
function everySecond(deps: AppDeps): Job[] {
  const jobs: { run: Job['run']; due?: string }[] = [
    { run: expireOrders, due: overdueOrdersSql },
    { run: closeIdleSessions },
    { run: runDouble },
    { run: acceptTickets, due: acceptanceDueSql },
    { run: settleTickets, due: openLegsSql },
    { run: autoCashOuts, due: autoCashOutsDueSql },
    { run: correctTickets },
    { run: announceNotices, due: noticesDueSql },
    { run: endBarredBonuses, due: barredPlayersSql },
    { run: finishClosedAccounts, due: closedAccountsSql },
    { run: endPrizeSuspensions, due: suspensionsDueSql },
    ...(deps.config.payoutAutoLimit > 0 ? [{ run: approveByRule, due: undecidedWithdrawalsSql }] : []),
    ...(deps.config.sandbox ? [{ run: approveOverdueWithdrawals, due: undecidedWithdrawalsSql }] : []),
  ]
  return jobs.map((job) => ({ name: job.run.name, everyMs: 1_000, limitMs: 60_000, ...job }))
}

function regularly(run: Job['run'] & { name: string }, everyMs: number, limitMs: number): Job {
  return { name: run.name, everyMs, limitMs, run }
}

const minuteMs = 60_000
/** What happens less often; most runs find nothing to do. */
const regularJobs: Job[] = [
  // In case a provider's notification was lost.
  regularly(askAboutPending, 30_000, minuteMs),
  regularly(pushGoals, 2_000, minuteMs),
  regularly(askAboutIdentities, 30_000, minuteMs),
  regularly(askRegisterAgain, minuteMs / runsPerMinute, minuteMs),
  regularly(closeBlockedPlayers, minuteMs, minuteMs),
  regularly(reconcilePayments, 10 * minuteMs, 60 * minuteMs),
  regularly(warnOfLateWithdrawals, minuteMs, 30_000),
  regularly(checkExposure, 10 * minuteMs, 5 * minuteMs),
  regularly(reportOverdueMatches, 10 * minuteMs, 5 * minuteMs),
  regularly(findRiskHits, 30_000, minuteMs),
  regularly(syncGameCatalogues, 60 * minuteMs, minuteMs),
  regularly(makeReports, 15_000, 60 * minuteMs),
  regularly(sendReports, 30_000, 30 * minuteMs),
  regularly(countPrizes, 10 * minuteMs, 10 * minuteMs),
  // The first time, a long ledger takes minutes.
  regularly(rollUpReports, 10_000, 60 * minuteMs),
]

/** Starts every job, and the `others`, in a loop of its own. Returns a function that stops them and waits for their current runs. */
export function startJobs(
  deps: AppDeps,
  databaseUrl: string,
  others: readonly Job[] = [],
): () => Promise<void> {
  const queueJobs = queueNames.map((name) => ({ name, job: queueJob(name, handlers[name]) }))
  const jobs = [
    requeueJob,
    ...everySecond(deps),
    ...regularJobs,
    ...housekeepingJobs,
    ...feedIntakeJobs(deps),
    ...databaseJobs(deps, databaseUrl),
    ...others,
  ]
  const conditions = [...queueJobs.map(({ job }) => job), ...jobs].flatMap(({ due }) => due ?? [])
  const shared = { leases: new Leases(deps), dueWork: new DueWork(deps, conditions) }
  const start = (job: Job) => {
    const loop = new JobLoop(deps, shared, job)
    loop.start()
    return loop
  }
  const queueLoops = queueJobs.map(({ name, job }) => {
    const loop = start(job)
    // A loop goes on in its own context, not in that of the call that has woken it (MovableClock.shifted).
    deps.queue.onAdded(
      name,
      AsyncResource.bind(() => loop.wake()),
    )
    return loop
  })
  const exportLoop = start(exportJob)
  const unsubscribe = onExportRequested(
    deps,
    AsyncResource.bind(() => exportLoop.wake()),
  )
  const loops = [...queueLoops, exportLoop, ...jobs.map(start)]
  return async () => {
    unsubscribe()
    await Promise.all(loops.map((loop) => loop.stop()))
  }
}

/**
 * Runs what is due now, once and in turn, for QA's controls and tests, which wait for the result. A failure is logged.
 */
export async function runJobs(deps: AppDeps): Promise<void> {
  const { signal } = new AbortController()
  const due = [
    ...everySecond(deps).map(({ name, run }) => ({ name, run: () => run(deps, signal) })),
    ...queueNames.map((name) => ({ name, run: () => workOff(deps, name, handlers[name], signal) })),
  ]
  for (const { name, run } of due) {
    try {
      await deps.metrics.runJob(name, run)
    } catch (error) {
      deps.log.error(error, `${name} failed`)
    }
  }
}
