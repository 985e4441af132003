import type { AppDeps } from '../deps.ts'
import { runDouble } from '../games/double/double.ts'
import { acceptTickets } from '../sports/acceptance.ts'
import { autoCashOuts } from '../sports/autoCashOut.ts'
import { correctTickets } from '../sports/corrections.ts'
import { settleTickets } from '../sports/settlement.ts'
import { expireOrders } from '../domain/payments/orders.ts'
import { refundReturned } from '../domain/payments/returnedPayments.ts'
import { closeIdleSessions } from '../domain/accounts/sessions.ts'
import { approveOverdueWithdrawals } from '../domain/payments/withdrawals.ts'

const intervalMs = 1_000

/**
 * Runs the jobs once a second: expires orders, advances double, accepts live bets, settles, cashes out and corrects tickets
 * and, in the sandbox, approves withdrawals. Safe to run in every process. Returns a function that stops it and waits
 * for the run in progress.
 */
export function startJobs(deps: AppDeps): () => Promise<void> {
  let lastRun: Promise<void> = Promise.resolve()
  let running = false
  const timer = setInterval(() => {
    if (running) return
    running = true
    lastRun = runJobs(deps).finally(() => {
      running = false
      deps.health.jobsRan()
    })
  }, intervalMs)
  timer.unref()
  return async () => {
    clearInterval(timer)
    await lastRun
  }
}

/** Runs every job once. A failure is logged; the job runs again in the next round. */
export async function runJobs(deps: AppDeps): Promise<void> {
  const jobs = [
    expireOrders,
    refundReturned,
    closeIdleSessions,
    runDouble,
    acceptTickets,
    settleTickets,
    autoCashOuts,
    correctTickets,
    ...(deps.config.sandbox ? [approveOverdueWithdrawals] : []),
  ]
  for (const job of jobs) {
    try {
      await deps.metrics.runJob(job.name, async () => void (await job(deps)))
    } catch (error) {
      deps.log.error(error, `${job.name} failed`)
    }
  }
}
