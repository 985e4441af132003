import type { AppDeps } from '../deps.ts'
import { deleteOldCrashes } from '../domain/terminals/crashes.ts'
import { deleteOldScreenshots } from '../domain/terminals/screenshots.ts'
import { refundAbandoned } from '../games/providerRounds.ts'
import { deleteExpired } from './expiredRows.ts'

const intervalMs = 10 * 60_000

/**
 * Deletes expired rows, screenshots and crash reports, and refunds abandoned rounds every ten minutes. Returns a function that stops it and
 * waits for the run in progress.
 */
export function startHousekeeping(deps: AppDeps): () => Promise<void> {
  let running: Promise<void> = Promise.resolve()
  const timer = setInterval(() => {
    running = runHousekeeping(deps)
  }, intervalMs)
  timer.unref()
  return async () => {
    clearInterval(timer)
    await running
  }
}

/** Runs every task once. A failure is logged and does not stop the other tasks. */
async function runHousekeeping(deps: AppDeps): Promise<void> {
  for (const task of [deleteExpired, deleteOldScreenshots, deleteOldCrashes, refundAbandoned]) {
    try {
      await deps.metrics.runJob(task.name, async () => void (await task(deps)))
    } catch (error) {
      deps.log.error(error, `${task.name} failed`)
    }
  }
}
