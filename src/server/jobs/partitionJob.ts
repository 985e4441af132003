import { createDb } from '../db/client.ts'
import type { AppDeps } from '../deps.ts'
import { archiveRounds, keepPartitions } from './partitions.ts'
import { repeat } from './repeating.ts'

const intervalMs = 10 * 60_000

/**
 * Adds partitions and archives old rounds, at the start and every ten minutes, on a connection of its own without time
 * limits: archiving reads a whole partition. Returns a function that stops it; an archiving in progress is cancelled and
 * has no effect.
 */
export function startPartitions(
  deps: Pick<AppDeps, 'db' | 'log' | 'config' | 'metrics'>,
  databaseUrl: string,
): () => Promise<void> {
  let isStopping = false
  let pid: number | undefined
  const run = async () => {
    const db = createDb(databaseUrl, { max: 1, maxReads: 1 })
    try {
      // The only connection of this client, so what it says holds for all tasks.
      pid = await db.tx(async (tx) => {
        const [row] = await tx.query<{ pid: number }>('select pg_backend_pid() as pid')
        return row?.pid
      })
      for (const task of [keepPartitions, archiveRounds]) {
        if (!isStopping) await deps.metrics.runJob(task.name, () => task({ ...deps, db }))
      }
    } catch (error) {
      if (!isStopping) deps.log.error(error, 'adding partitions or archiving rounds failed')
    } finally {
      pid = undefined
      await db.close()
    }
  }
  const stop = repeat(run, intervalMs)
  return async () => {
    isStopping = true
    if (pid !== undefined) await deps.db.write('select pg_cancel_backend($1)', [pid])
    await stop()
  }
}
