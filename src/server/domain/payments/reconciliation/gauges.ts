import type { AppDeps } from '../../../deps.ts'
import { differenceKinds } from './differences.ts'

/** How many differences are open, for Prometheus: every kind, so that the first one is a step from 0. */
export function watchDifferences({ db, metrics }: Pick<AppDeps, 'db' | 'metrics'>): void {
  metrics.gauge(
    'palpite_payment_differences',
    'Payments about which a provider and the database differ, by what they differ in.',
    async () => {
      const rows = await db.read<{ kind: string; count: number }>(
        `select kind, count(*)::int as count from payment_differences where state = 'open' group by kind`,
      )
      const counts = Object.fromEntries(Object.keys(differenceKinds).map((kind) => [kind, 0]))
      for (const { kind, count } of rows) counts[kind] = count
      return counts
    },
    'kind',
  )
}
