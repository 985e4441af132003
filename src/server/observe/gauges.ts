import { lateSince } from '../config/jurisdictions.ts'
import { countDeadJobs, countMails } from '../db/deadLetters.ts'
import type { AppDeps } from '../deps.ts'

/** Values that are read when Prometheus asks. */
export function watchGauges(deps: AppDeps): void {
  const { db, log, metrics, traffic, health } = deps
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
  metrics.gauge(
    'palpite_payment_differences',
    'Payments about which a provider and the database differ, by what they differ in.',
    () => countDifferences(db),
    'kind',
  )
  metrics.gauge(
    'palpite_payments_compared_timestamp_seconds',
    'When the payments of a recent day were last compared with the provider, by side; 0: never.',
    () => lastComparisons(db),
    'side',
  )
  metrics.gauge(
    'palpite_debts_cents',
    'What players owe because banks have taken back deposits, or corrected results payouts, that were already used.',
    () => sumDebts(db),
  )
  metrics.gauge(
    'palpite_withdrawals_late',
    'Withdrawals that are almost late, and late, where the jurisdiction says how long they may take.',
    () => countLate(deps),
    'state',
  )
  const audit = readTogether(
    () => readAudit(db),
    (error) => log.error(error, 'the result of the comparison of wallets could not be read'),
  )
  metrics.gauge(
    'palpite_ledger_drift_cents',
    'By how much wallets differ from the sums of their postings, in cents, as found by the last comparison.',
    async () => (await audit())?.drift ?? NaN,
  )
  metrics.gauge(
    'palpite_wallet_audit_finished_timestamp_seconds',
    'When the last comparison of all wallets with the ledger ended; 0: never.',
    async () => (await audit())?.finished ?? NaN,
  )
  metrics.gauge(
    'palpite_wallet_audit_wallets',
    'Wallets compared in the current or last comparison.',
    async () => (await audit())?.wallets ?? NaN,
  )
  const reports = readTogether(
    () => readReportChecks(db),
    (error) => log.error(error, 'the result of the comparison of reports could not be read'),
  )
  metrics.gauge(
    'palpite_report_differences',
    'Sums of the reports that differ from the ledger, as found by the last comparisons.',
    async () => (await reports())?.differences ?? NaN,
  )
  metrics.gauge(
    'palpite_reports_checked_timestamp_seconds',
    'When the last comparison of the reports with the ledger ended; 0: never.',
    async () => (await reports())?.checked ?? NaN,
  )
}

/**
 * One statement for several metrics, which are read at the same time. Without the database the values are the last ones;
 * undefined if there were none.
 */
function readTogether<T>(
  read: () => Promise<T>,
  onError: (error: unknown) => void,
): () => Promise<T | undefined> {
  let last: T | undefined
  let running: Promise<T | undefined> | undefined
  const run = async () => {
    try {
      last = await read()
    } catch (error) {
      onError(error)
    }
    running = undefined
    return last
  }
  return () => (running ??= run())
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

async function countDifferences(db: AppDeps['db']): Promise<Record<string, number>> {
  const rows = await db.read<{ kind: string; count: number }>(
    `select kind, count(*)::int as count from payment_differences where state = 'open' group by kind`,
  )
  return Object.fromEntries(rows.map(({ kind, count }) => [kind, count]))
}

async function lastComparisons(db: AppDeps['db']): Promise<Record<string, number>> {
  const rows = await db.read<{ side: string; at: number }>(
    `select s.side, coalesce(extract(epoch from max(r.compared_at)), 0)::float8 as at
      from unnest('{deposits,payouts}'::text[]) as s (side) left join reconciled_days r using (side) group by s.side`,
  )
  return Object.fromEntries(rows.map(({ side, at }) => [side, at]))
}

async function sumDebts(db: AppDeps['db']): Promise<number> {
  const [row] = await db.read<{ debts: number }>(
    `select ((select coalesce(sum(amount - taken), 0) from deposit_reversals where taken < amount and settled_at is null)
      + (select coalesce(sum(debt), 0) from wallets where debt > 0))::bigint as debts`,
  )
  return row?.debts ?? 0
}

async function countLate({
  db,
  clock,
  config,
}: Pick<AppDeps, 'db' | 'clock' | 'config'>): Promise<{ almost: number; late: number }> {
  const since = lateSince(config, clock.now())
  if (since === null) return { almost: 0, late: 0 }
  const [row] = await db.read<{ almost: number; late: number }>(
    `select count(*) filter (where created_at > $2)::int as almost, count(*) filter (where created_at <= $2)::int as late
      from withdrawals where status in ('requested', 'inReview', 'approved', 'sent') and created_at <= $1`,
    [since.warn, since.limit],
  )
  return row ?? { almost: 0, late: 0 }
}
