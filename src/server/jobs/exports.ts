import type { AppDeps } from '../deps.ts'
import { exportRequested } from '../domain/accounts/exports/exports.ts'
import { writeExports } from '../domain/accounts/exports/writeExports.ts'

/** Interval of the search for files whose worker died or whose broadcast was lost, in ms. */
const everyMs = 2_000

/**
 * Writes the files that players request: immediately after a request, one at a time in each process. Returns a function
 * that stops it; another process then continues the file in progress.
 */
export function startExports(deps: AppDeps): () => Promise<void> {
  let current: Promise<void> | undefined
  let isStopping = false
  /** A file was requested after the current run may have looked for the last time. */
  let isDue = false
  const run = () => {
    isDue = true
    current ??= runWhileDue().finally(() => (current = undefined))
  }
  const runWhileDue = async () => {
    while (isDue && !isStopping) {
      isDue = false
      try {
        await deps.metrics.runJob('writeExports', () => writeExports(deps, () => isStopping))
      } catch (error) {
        deps.log.error(error, 'exports failed')
      }
    }
  }
  const timer = setInterval(run, everyMs)
  timer.unref()
  const unsubscribe = deps.bus.subscribe((message) => {
    if (message.type === 'broadcast' && message.name === exportRequested) run()
  })
  return async () => {
    isStopping = true
    clearInterval(timer)
    unsubscribe()
    await current
  }
}
