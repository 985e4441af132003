import type { AppDeps } from '../deps.ts'
import { exportRequested } from '../domain/accounts/exports/exports.ts'
import { writeExports } from '../domain/accounts/exports/writeExports.ts'

/** Finds files whose process died, and those whose request's broadcast was lost. */
const everyMs = 2_000

/**
 * Writes the files that players ask for: at once after a request, one at a time in each process. Returns a function that
 * stops it; another process goes on with the file in progress.
 */
export function startExports(deps: AppDeps): () => Promise<void> {
  let current: Promise<void> | undefined
  let isStopping = false
  /** A file was requested while the last run may have looked already. */
  let isDue = false
  const run = () => {
    isDue = true
    current ??= runWhileDue().finally(() => (current = undefined))
  }
  const runWhileDue = async () => {
    while (isDue && !isStopping) {
      isDue = false
      try {
        await writeExports(deps, () => isStopping)
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
