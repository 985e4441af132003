import { createDb } from '../db/client.ts'
import type { AppDeps } from '../deps.ts'
import { repeat } from './repeating.ts'
import { auditWallets, lastTime } from './walletAudit.ts'

/** How often a process looks whether a comparison is due or was left unfinished, in ms. */
const intervalMs = 60_000

/**
 * Compares every wallet with the ledger once a day, and raises the alarm for a single cent: an error in the log and the
 * metric palpite_ledger_drift_cents. Every process may run it; one compares at a time, and another continues when that
 * one dies. It uses a connection of its own without time limits, because a busy player has many postings. Returns a
 * function that stops it after the current slice.
 */
export function startWalletAudit(
  deps: Pick<AppDeps, 'log' | 'config' | 'metrics'>,
  databaseUrl: string,
): () => Promise<void> {
  const { walletAuditAt } = deps.config
  if (walletAuditAt === undefined) return () => Promise.resolve()
  const stopping = new AbortController()
  const run = async () => {
    const db = createDb(databaseUrl, { max: 1, maxReads: 1 })
    try {
      await deps.metrics.runJob('auditWallets', () =>
        auditWallets({ db, log: deps.log }, lastTime(walletAuditAt, new Date()), { signal: stopping.signal }),
      )
    } catch (error) {
      deps.log.error(error, 'comparing wallets with the ledger failed')
    } finally {
      await db.close()
    }
  }
  const stop = repeat(run, intervalMs)
  return async () => {
    stopping.abort()
    await stop()
  }
}
