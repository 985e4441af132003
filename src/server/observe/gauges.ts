import { setTimeout as delay } from 'node:timers/promises'
import { lateSince } from '../config/jurisdictions.ts'
import { countDeadJobs, countMails } from '../db/deadLetters.ts'
import { queueNames } from '../db/JobQueue.ts'
import type { AppDeps } from '../deps.ts'

/** A process that has not said within this time that it is ready is not, in ms; less than Metrics waits for a value. */
const readyMs = 500

/** Values that are read when Prometheus asks. */
export function watchGauges(deps: AppDeps): void {
  const { db, metrics, traffic, health } = deps
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
  // A last known value would say that it is ready.
  metrics.gauge('palpite_ready', '1 when /readyz says that this process can serve players.', async () => {
    const readiness = await Promise.race([health.readiness(), delay(readyMs, undefined, { ref: false })])
    return readiness?.status === 'ready' ? 1 : 0
  })
  metrics.gauge(
    'palpite_mails',
    'E-mails that wait to be sent, and that were given up.',
    async () => ({ ...(await countMails(db)) }),
    'state',
  )
  metrics.gauge(
    'palpite_mails_oldest_seconds',
    'How long the oldest e-mail has waited to be sent; 0: none waits.',
    () => oldestMail(deps),
  )
  const jobs = readTogether(() => waitingJobs(db))
  metrics.gauge(
    'palpite_jobs_waiting',
    'Jobs that are due or tried again, by queue; settleCharge, sendPayout and refundPayment call a provider.',
    async () => (await jobs()).counts,
    'queue',
  )
  metrics.gauge(
    'palpite_jobs_oldest_seconds',
    'How long the oldest job that is due has waited, by queue; 0: none waits.',
    async () => (await jobs()).ages,
    'queue',
  )
  const withdrawals = readTogether(() => waitingWithdrawals(deps))
  metrics.gauge(
    'palpite_withdrawals_waiting',
    'Withdrawals that are not finished, by state: requested and inReview wait for a person, approved and sent for the provider.',
    async () => (await withdrawals()).counts,
    'state',
  )
  metrics.gauge(
    'palpite_withdrawals_oldest_seconds',
    'How long ago the oldest unfinished withdrawal was requested, by state; 0: there is none.',
    async () => (await withdrawals()).ages,
    'state',
  )
  metrics.gauge(
    'palpite_dead_jobs',
    'Jobs that were given up, by queue: somebody has to look.',
    () => countDeadJobs(db),
    'queue',
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
  const audit = readTogether(() => readAudit(db))
  metrics.gauge(
    'palpite_ledger_drift_cents',
    'By how much wallets differ from the sums of their postings, in cents, as found by the last comparison.',
    async () => (await audit()).drift,
  )
  metrics.gauge(
    'palpite_wallet_audit_finished_timestamp_seconds',
    'When the last comparison of all wallets with the ledger ended; 0: never.',
    async () => (await audit()).finished,
  )
  metrics.gauge(
    'palpite_wallet_audit_wallets',
    'Wallets compared in the current or last comparison.',
    async () => (await audit()).wallets,
  )
  const reports = readTogether(() => readReportChecks(db))
  metrics.gauge(
    'palpite_report_differences',
    'Sums of the reports that differ from the ledger, as found by the last comparisons.',
    async () => (await reports()).differences,
  )
  metrics.gauge(
    'palpite_reports_checked_timestamp_seconds',
    'When the last comparison of the reports with the ledger ended; 0: never.',
    async () => (await reports()).checked,
  )
}

/** One statement for several metrics, which are read at the same time. */
function readTogether<T>(read: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | undefined
  return () =>
    (running ??= read().finally(() => {
      running = undefined
    }))
}

/** What waits, and how long the oldest of it has, in seconds. */
interface Waiting {
  counts: Record<string, number>
  ages: Record<string, number>
}

function toWaiting(names: readonly string[], rows: { name: string; count: number; age: number }[]): Waiting {
  const found = new Map(rows.map((row) => [row.name, row]))
  const each = (value: 'count' | 'age') =>
    Object.fromEntries(names.map((name) => [name, Math.max(0, found.get(name)?.[value] ?? 0)]))
  return { counts: each('count'), ages: each('age') }
}

const unfinished = ['requested', 'inReview', 'approved', 'sent'] as const

async function waitingWithdrawals({ db, clock }: Pick<AppDeps, 'db' | 'clock'>): Promise<Waiting> {
  const rows = await db.read<{ name: string; count: number; age: number }>(
    `select status as name, count(*)::int as count, extract(epoch from $1 - min(created_at))::float8 as age
      from withdrawals where status in ('requested', 'inReview', 'approved', 'sent') group by status`,
    [clock.now()],
  )
  return toWaiting(unfinished, rows)
}

/** Jobs are dated by the database's clock, not by the product's. */
async function waitingJobs(db: AppDeps['db']): Promise<Waiting> {
  const rows = await db.read<{ name: string; count: number; age: number }>(
    `select name, count(*)::int as count, extract(epoch from now() - min(created_on))::float8 as age from pgboss.job
      where state in ('retry', 'active') or (state = 'created' and start_after <= now()) group by name`,
  )
  return toWaiting(queueNames, rows)
}

async function oldestMail({ db, clock }: Pick<AppDeps, 'db' | 'clock'>): Promise<number> {
  const [row] = await db.read<{ age: number | null }>(
    `select extract(epoch from $1 - min(created_at))::float8 as age from outbox where state = 'queued'`,
    [clock.now()],
  )
  return Math.max(0, row?.age ?? 0)
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

async function lastComparisons(db: AppDeps['db']): Promise<Record<string, number>> {
  const rows = await db.read<{ side: string; at: number }>(
    `select s.side, coalesce(extract(epoch from max(r.compared_at)), 0)::float8 as at
      from unnest('{deposits,payouts}'::text[]) as s (side) left join reconciled_days r using (side) group by s.side`,
  )
  return Object.fromEntries(rows.map(({ side, at }) => [side, at]))
}

async function sumDebts(db: AppDeps['db']): Promise<number> {
  const [row] = await db.read<{ debts: number }>(
    `select ((select coalesce(sum(amount - taken - paid), 0) from deposit_reversals where taken < amount and settled_at is null)
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
