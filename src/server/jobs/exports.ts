import type { AppDeps } from '../deps.ts'
import { exportRequested } from '../domain/accounts/exports/exports.ts'
import { writeExports } from '../domain/accounts/exports/writeExports.ts'
import type { Job } from './Job.ts'

/**
 * Writes the files that players request, one at a time in each process. A file keeps its own state and lease, because it
 * takes long and another process continues where a dead one stopped.
 */
export const exportJob: Job = {
  name: 'writeExports',
  /** How soon a file is found whose worker died or whose broadcast was lost. */
  everyMs: 2_000,
  limitMs: 60 * 60_000,
  everywhere: true,
  run: (deps, signal) => writeExports(deps, () => signal.aborted),
}

/** Calls `wake` when a file was requested in any process. Returns a function that ends it. */
export function onExportRequested({ bus }: Pick<AppDeps, 'bus'>, wake: () => void): () => void {
  return bus.subscribe((message) => {
    if (message.type === 'broadcast' && message.name === exportRequested) wake()
  })
}
