import type { AppDeps } from '../deps.ts'
import { runDouble } from '../games/double/double.ts'
import { acceptTickets } from '../sports/acceptance.ts'
import { settleTickets } from '../sports/settlement.ts'
import { expireOrders } from '../domain/payments/orders.ts'
import { refundReturned } from '../domain/payments/returnedPayments.ts'
import { closeIdleSessions } from '../domain/accounts/sessions.ts'
import { approveOverdueWithdrawals } from '../domain/payments/withdrawals.ts'

const everyMs = 1_000

/**
 * Runs the jobs once a second: orders expire, double moves on, live bets are accepted, tickets are settled
 * and, in the sandbox, withdrawals are approved. All processes may run them at the same time. Returns a
 * function that stops it and waits for the run in progress.
 */
export function startJobs(deps: AppDeps): () => Promise<void> {
  let current: Promise<void> = Promise.resolve()
  let running = false
  const timer = setInterval(() => {
    if (running) return
    running = true
    current = runJobs(deps).finally(() => (running = false))
  }, everyMs)
  timer.unref()
  return async () => {
    clearInterval(timer)
    await current
  }
}

/** Runs every job once. A job that fails is logged and runs again the next time. */
export async function runJobs(deps: AppDeps): Promise<void> {
  const jobs = [
    expireOrders,
    refundReturned,
    closeIdleSessions,
    runDouble,
    acceptTickets,
    settleTickets,
    ...(deps.config.sandbox ? [approveOverdueWithdrawals] : []),
  ]
  for (const job of jobs) {
    try {
      await job(deps)
    } catch (error) {
      deps.log.error(error, `${job.name} failed`)
    }
  }
}
