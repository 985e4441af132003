import type { AppDeps } from '../app.ts'
import { runDouble } from '../games/double/double.ts'
import { acceptTickets } from '../sports/acceptance.ts'
import { settleTickets } from '../sports/settlement.ts'
import { expireOrders } from './orders.ts'
import { refundReturned } from './returnedPayments.ts'
import { closeIdleSessions } from './sessions.ts'
import { approveOverdue } from './withdrawals.ts'

const everyMs = 1_000

/**
 * What happens by itself as time passes: orders expire, double goes on, live bets are accepted, bet
 * slips are settled and, in the sandbox, withdrawals are approved. Every process may run it. Answers a function that stops it and waits for the turn that is under way.
 */
export function startJobs(deps: AppDeps): () => Promise<void> {
  let turn: Promise<void> = Promise.resolve()
  let running = false
  const timer = setInterval(() => {
    if (running) return
    running = true
    turn = runJobs(deps).finally(() => (running = false))
  }, everyMs)
  timer.unref()
  return async () => {
    clearInterval(timer)
    await turn
  }
}

/** One turn; a job that fails is reported and tried again with the next turn. */
export async function runJobs(deps: AppDeps): Promise<void> {
  const jobs = [
    expireOrders,
    refundReturned,
    closeIdleSessions,
    runDouble,
    acceptTickets,
    settleTickets,
    ...(deps.config.sandbox ? [approveOverdue] : []),
  ]
  for (const job of jobs) {
    try {
      await job(deps)
    } catch (error) {
      console.error(`${job.name} failed`, error)
    }
  }
}
