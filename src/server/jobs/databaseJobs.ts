import { checkReports } from '../domain/reports/check.ts'
import { createDb } from '../db/client.ts'
import { maintainQueues } from '../db/JobQueue.ts'
import type { AppDeps } from '../deps.ts'
import type { Job } from './Job.ts'
import { archiveRounds, keepPartitions } from './partitions.ts'
import { auditWallets, lastTime } from './walletAudit.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs

/**
 * Jobs with a connection of their own, without the time limits of calls: adding partitions, archiving rounds, comparing
 * wallets and reports with the ledger once a day, and looking after the queues.
 */
export function databaseJobs({ config: { walletAuditAt } }: AppDeps, databaseUrl: string): Job[] {
  const own = (run: Job['run']) => onOwnConnection(databaseUrl, run)
  const audit: Job['run'] = ({ db, log }, signal) =>
    auditWallets({ db, log }, lastTime(walletAuditAt ?? 0, new Date()), { signal })
  const check: Job['run'] = (deps, signal) =>
    checkReports(deps, lastTime(walletAuditAt ?? 0, new Date()), signal)
  return [
    { name: keepPartitions.name, everyMs: 10 * minuteMs, limitMs: hourMs, run: own(keepPartitions) },
    { name: archiveRounds.name, everyMs: 10 * minuteMs, limitMs: 6 * hourMs, run: own(archiveRounds) },
    ...(walletAuditAt === undefined
      ? []
      : [
          { name: auditWallets.name, everyMs: minuteMs, limitMs: 6 * hourMs, run: own(audit) },
          { name: checkReports.name, everyMs: minuteMs, limitMs: 6 * hourMs, run: own(check) },
        ]),
    {
      name: maintainQueues.name,
      everyMs: 15_000,
      limitMs: minuteMs,
      run: () => maintainQueues(databaseUrl),
    },
  ]
}

/** The statement in progress is cancelled when the run is told to end; its transaction then has no effect. */
function onOwnConnection(databaseUrl: string, run: Job['run']): Job['run'] {
  return async (deps, signal) => {
    const db = createDb(databaseUrl, { name: 'job', max: 1, maxReads: 1 })
    try {
      // The only connection of this client, so what it says holds for all statements.
      const [row] = await db.tx((tx) => tx.query<{ pid: number }>('select pg_backend_pid() as pid'))
      const cancel = () => {
        deps.db
          .write('select pg_cancel_backend($1::integer)', [row?.pid ?? null])
          .catch((error: unknown) => deps.log.error(error, 'cancelling a job failed'))
      }
      signal.addEventListener('abort', cancel, { once: true })
      if (!signal.aborted) await run({ ...deps, db }, signal)
      signal.removeEventListener('abort', cancel)
    } finally {
      await db.close()
    }
  }
}
