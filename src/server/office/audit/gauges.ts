import type { AppDeps } from '../../deps.ts'

/** What the last check of the audit found, for Prometheus. Without the database the values are the last ones. */
export function watchAudit({ db, log, metrics }: Pick<AppDeps, 'db' | 'log' | 'metrics'>): void {
  let last = { broken: NaN, checked: NaN }
  // One statement for both, which are read in this order.
  metrics.gauge(
    'palpite_office_audit_broken',
    '1 when a row of the back office audit does not fit its hash: somebody changed it by hand.',
    async () => {
      try {
        const [row] = await db.read<{ broken: number; checked: number }>(
          `select (broken_at is not null)::integer as broken, extract(epoch from checked_at)::float8 as checked
           from office.audit_check`,
        )
        last = row ?? { broken: 0, checked: 0 }
      } catch (error) {
        log.error(error, 'the result of the check of the audit could not be read')
      }
      return last.broken
    },
  )
  metrics.gauge(
    'palpite_office_audit_checked_timestamp_seconds',
    'When the audit of the back office was last compared with its hashes; 0: never.',
    () => last.checked,
  )
}
