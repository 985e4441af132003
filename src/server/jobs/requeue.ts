import type { QueueName } from '../db/JobQueue.ts'
import type { AppDeps } from '../deps.ts'
import type { Job } from './Job.ts'

/**
 * Rows that have waited for ten minutes, by the queue that works on them. Their jobs may have been given up, or they are
 * older than the queues.
 */
const waiting: Record<QueueName, string> = {
  sendPush: `select user_id || '/' || id as id from push_messages
    where ended_at is null and expires_at > now() and created_at < now() - interval '10 minutes'`,
  sendMail: `select id::text from outbox where state = 'queued' and next_try_at < now() - interval '10 minutes'`,
  settleCharge: `select id from orders
    where charge_state in ('asked', 'unknown', 'closing') and asked_at < now() - interval '10 minutes'`,
  refundPayment: `select id from orders where refusal is not null and refunded_at is null
    and asked_at < now() - interval '10 minutes'`,
  // Those that the provider cannot pay wait for a person.
  sendPayout: `select id from withdrawals where status in ('approved', 'sent') and type = any($1)
    and coalesce(asked_at, now() - interval '1 hour') < now() - interval '10 minutes'`,
}

/** Adds jobs for what waits and may have none. A second one does no harm. */
export const requeueJob: Job = {
  name: 'requeue',
  everyMs: 10 * 60_000,
  limitMs: 60_000,
  async run({ db, queue, payout }: AppDeps) {
    for (const [name, sql] of Object.entries(waiting) as [QueueName, string][]) {
      const params = name === 'sendPayout' ? [payout.destinations] : []
      const rows = await db.read<{ id: string }>(`${sql} limit 500`, params)
      if (rows.length > 0)
        await db.tx(async (tx) => {
          for (const { id } of rows) await queue.add(tx, name, id)
        })
    }
  },
}
