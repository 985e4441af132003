import type { AppDeps } from '../../deps.ts'
import { lateSince } from '../../config/jurisdictions.ts'

/** Says in the log, once for each, which withdrawals will soon have waited longer than the jurisdiction allows. */
export async function warnOfLateWithdrawals({
  db,
  clock,
  config,
  log,
}: Pick<AppDeps, 'db' | 'clock' | 'config' | 'log'>): Promise<void> {
  const since = lateSince(config, clock.now())
  if (since === null) return
  const rows = await db.write<{ id: string; status: string }>(
    `update withdrawals set warned_at = $2
      where status in ('requested', 'inReview', 'approved', 'sent') and created_at <= $1 and warned_at is null
      returning id, status`,
    [since.warn, clock.now()],
  )
  for (const { id, status } of rows)
    log.warn({ withdrawal: id, status }, 'a withdrawal is almost late, or late')
}
