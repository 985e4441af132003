import type { AppDeps } from '../../deps.ts'

/** What the last check of the audit found, for Prometheus. */
export function watchAudit({ db, metrics }: Pick<AppDeps, 'db' | 'metrics'>): void {
  const gauge = (name: string, help: string, value: string) =>
    metrics.gauge(name, help, async () => {
      const [row] = await db.read<{ value: number }>(`select ${value} as value from office.audit_check`)
      return row?.value ?? 0
    })
  gauge(
    'palpite_office_audit_broken',
    '1 when a row of the back office audit does not fit its hash: somebody changed it by hand.',
    '(broken_at is not null)::integer',
  )
  gauge(
    'palpite_office_audit_checked_timestamp_seconds',
    'When the audit of the back office was last compared with its hashes; 0: never.',
    'extract(epoch from checked_at)::float8',
  )
}
