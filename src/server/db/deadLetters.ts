import type { Reader } from './client.ts'
import { queueNames } from './JobQueue.ts'

/** How many mails wait, and how many were given up. */
export async function countMails(db: Reader): Promise<{ queued: number; dead: number }> {
  const [row] = await db.read<{ queued: number; dead: number }>(
    `select (select count(*) from outbox where state = 'queued')::int as queued,
       (select count(*) from outbox where state = 'dead')::int as dead`,
  )
  return row ?? { queued: 0, dead: 0 }
}

/** How many jobs were given up, by queue. */
export async function countDeadJobs(db: Reader): Promise<Record<string, number>> {
  const rows = await db.read<{ name: string; count: number }>(
    `select name, count(*)::int as count from pgboss.job where state = 'failed' group by name`,
  )
  const counts = new Map(rows.map(({ name, count }) => [name, count]))
  return Object.fromEntries(queueNames.map((name) => [name, counts.get(name) ?? 0]))
}
