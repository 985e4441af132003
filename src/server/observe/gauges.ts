import { countDeadJobs, countMails } from '../db/deadLetters.ts'
import type { AppDeps } from '../deps.ts'

/** Values that are read when Prometheus asks. */
export function watchGauges({ db, log, metrics, traffic, health }: AppDeps): void {
  metrics.queue('calls', () => traffic.gate.waiting)
  metrics.queue('transactions', () => db.usage().waiting)
  metrics.queue('reads', () => db.usage().waitingReads)
  metrics.gauge(
    'palpite_db_connections',
    'Connections for transactions, by what they do.',
    () => {
      const { busy, idle } = db.usage()
      return { busy, idle }
    },
    'state',
  )
  metrics.gauge('palpite_ready', '1 when /readyz says that this process can serve players.', async () =>
    (await health.readiness()).status === 'ready' ? 1 : 0,
  )
  metrics.gauge(
    'palpite_mails',
    'E-mails that wait to be sent, and that were given up.',
    async () => ({ ...(await countMails(db)) }),
    'state',
  )
  metrics.gauge(
    'palpite_dead_jobs',
    'Jobs that were given up, by queue: somebody has to look.',
    () => countDeadJobs(db),
    'queue',
  )
  let audit = { drift: NaN, finished: NaN, wallets: NaN }
  // One statement for three metrics, which are read in this order. Without the database the values are the last ones.
  metrics.gauge(
    'palpite_ledger_drift_cents',
    'By how much wallets differ from the sums of their postings, in cents, as found by the last comparison.',
    async () => {
      try {
        audit = await readAudit(db)
      } catch (error) {
        log.error(error, 'the result of the comparison of wallets could not be read')
      }
      return audit.drift
    },
  )
  metrics.gauge(
    'palpite_wallet_audit_finished_timestamp_seconds',
    'When the last comparison of all wallets with the ledger ended; 0: never.',
    () => audit.finished,
  )
  metrics.gauge(
    'palpite_wallet_audit_wallets',
    'Wallets compared in the current or last comparison.',
    () => audit.wallets,
  )
  let reports = { differences: NaN, checked: NaN }
  metrics.gauge(
    'palpite_report_differences',
    'Sums of the reports that differ from the ledger, as found by the last comparisons.',
    async () => {
      try {
        reports = await readReportChecks(db)
      } catch (error) {
        log.error(error, 'the result of the comparison of reports could not be read')
      }
      return reports.differences
    },
  )
  metrics.gauge(
    'palpite_reports_checked_timestamp_seconds',
    'When the last comparison of the reports with the ledger ended; 0: never.',
    () => reports.checked,
  )
}

async function readReportChecks(db: AppDeps['db']): Promise<{ differences: number; checked: number }> {
  const [row] = await db.read<{ differences: number; checked: number }>(`
    select (select count(*) from report_differences) as differences,
      coalesce((select extract(epoch from checked_at) from report_position), 0)::float8 as checked`)
  if (!row) throw new Error('no count of the differences of reports')
  return row
}

async function readAudit(db: AppDeps['db']): Promise<{ drift: number; finished: number; wallets: number }> {
  const [row] = await db.read<{ drift: number; finished: number; wallets: number }>(`
    select (select coalesce(sum(abs(wallet - ledger)), 0)::bigint from wallet_differences) as drift,
      coalesce(extract(epoch from finished_at), 0)::float8 as finished, wallets
    from wallet_audit`)
  if (!row) throw new Error('no row in wallet_audit')
  return row
}
