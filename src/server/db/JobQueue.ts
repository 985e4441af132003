import PgBoss from 'pg-boss'
import type { Db, SqlValue, Tx, Writer } from './client.ts'

/**
 * Work that must happen once and is tried again until it has: how long one attempt may take before another process
 * takes the job over, how often it is tried again, and after how many seconds. With `retryBackoff` the time doubles.
 */
const queues = {
  sendPush: { expireInSeconds: 60, retryLimit: 20, retryDelay: 15 },
  sendMail: { expireInSeconds: 60, retryLimit: 10_000, retryDelay: 30 },
  settleCharge: { expireInSeconds: 60, retryLimit: 10_000, retryDelay: 30 },
  sendPayout: { expireInSeconds: 60, retryLimit: 10_000, retryDelay: 30 },
  refundPayment: { expireInSeconds: 60, retryLimit: 10_000, retryDelay: 30 },
} satisfies Record<string, PgBoss.RetryOptions & PgBoss.ExpirationOptions>

export type QueueName = keyof typeof queues
export const queueNames = Object.keys(queues) as QueueName[]

/** A job that a process has taken: `id` is that of the row which it is about. */
export interface QueuedJob {
  jobId: string
  id: string
  /** Whether it is given up when this attempt fails. */
  isLastAttempt: boolean
}

/** Whether jobs of a queue may be taken now. */
export function waitingSql(queue: QueueName): string {
  return `exists (select from pgboss.job where name = '${queue}' and state < 'active' and start_after < now())`
}

/** Unfinished jobs stay for a year, and given up ones in sight for a month, in minutes and seconds. */
const retentionMinutes = 365 * 24 * 60
const failedSeconds = 30 * 24 * 3_600

const storeOnly = { supervise: false, schedule: false, archiveFailedAfterSeconds: failedSeconds }

/**
 * Jobs in the database, in pg-boss' schema `pgboss`. A job is added in the transaction that makes it necessary, so that
 * neither is there without the other. jobs/ runs them.
 */
export class JobQueue {
  readonly #boss: PgBoss
  readonly #wake = new Map<QueueName, () => void>()

  constructor(db: Db) {
    this.#boss = new PgBoss({ ...storeOnly, migrate: false, db: executorOf(db) })
  }

  /**
   * Adds a job about the row `id`, which starts after the commit, or that many seconds later. One that already waits
   * for its first attempt stays as it is.
   */
  async add(tx: Tx, queue: QueueName, id: string, afterSeconds = 0): Promise<void> {
    await this.#boss.send(queue, { id }, { db: executorOf(tx), singletonKey: id, startAfter: afterSeconds })
    if (afterSeconds === 0) tx.afterCommit(() => this.#wake.get(queue)?.())
  }

  /** Calls `wake` when this process has added a job, so that it need not wait for the next look. */
  onAdded(queue: QueueName, wake: () => void): void {
    this.#wake.set(queue, wake)
  }

  /** Takes up to `count` jobs that are due. */
  async take(queue: QueueName, count: number): Promise<QueuedJob[]> {
    const jobs = await this.#boss.fetch<{ id: string }>(queue, { batchSize: count, includeMetadata: true })
    return jobs.map(({ id, data, retryCount, retryLimit }) => ({
      jobId: id,
      id: data.id,
      isLastAttempt: retryCount >= retryLimit,
    }))
  }

  async complete(queue: QueueName, { jobId }: QueuedJob): Promise<void> {
    await this.#boss.complete(queue, jobId)
  }

  /** The job is tried again later, or given up after the last attempt. */
  async fail(queue: QueueName, { jobId }: QueuedJob, reason: string): Promise<void> {
    await this.#boss.fail(queue, jobId, { reason })
  }
}

/**
 * Creates pg-boss' tables, or brings them up to date, and the queues. Run by the owner of the schema, in a transaction of
 * its own with a lock, because pg-boss expects to be alone. Its scripts end that transaction; what follows waits for
 * nobody.
 */
export async function installQueues(tx: Tx): Promise<void> {
  const boss = new PgBoss({ ...storeOnly, migrate: true, db: executorOf(tx) })
  await boss.start()
  for (const [name, options] of Object.entries(queues)) {
    const queue: PgBoss.Queue = { ...options, name, policy: 'short', retentionMinutes }
    await boss.createQueue(name, queue)
    await boss.updateQueue(name, queue)
  }
  await boss.stop({ graceful: false })
}

/** The SQL that makes pg-boss' tables in an empty database, in a transaction of its own. */
export function queueSchema(): string {
  return PgBoss.getConstructionPlans('pgboss')
}

/**
 * Gives the jobs of dead processes to others, and deletes finished ones. On a connection of its own, because a
 * statement of pg-boss that fails half-way leaves its transaction open.
 */
export async function maintainQueues(databaseUrl: string): Promise<void> {
  const boss = new PgBoss({
    ...storeOnly,
    migrate: false,
    connectionString: databaseUrl,
    application_name: 'palpite queues',
    max: 1,
  })
  // Its statements report their errors themselves; this is a connection that breaks while idle.
  boss.on('error', () => undefined)
  await boss.start()
  try {
    await boss.maintain()
  } finally {
    await boss.stop({ graceful: false })
  }
}

/** pg-boss' statements, on our connections. */
function executorOf(on: Writer): PgBoss.Db {
  return {
    executeSql: async (sql, values: SqlValue[] | undefined) => ({ rows: await on.write(sql, values) }),
  }
}
