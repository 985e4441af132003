import type { AppDeps } from '../deps.ts'
import type { Db, SqlValue } from '../db/client.ts'

/** A partition of postings is closed at this size: about 15 GB with its indexes. */
const maxPostings = 20_000_000

/** All calls queue behind a waiting exclusive lock, so give up soon; the next run tries again. */
const lockTimeout = `set local lock_timeout = '2s'`

/**
 * Adds the next partitions of rounds and postings (db/partitions.sql) and then updates the statistics of the tables,
 * because autovacuum analyses partitions only. Safe to run in every process at once.
 */
export async function keepPartitions({ db, log }: Pick<AppDeps, 'db' | 'log'>): Promise<void> {
  // The month of the rounds' ids is the machine's, not the product's clock.
  const now = new Date()
  for (const [table, sql, params] of [
    ['game_rounds', 'select keep_round_partitions($1) as added', [now]],
    ['transfers', 'select keep_transfer_partitions($1) as added', [maxPostings]],
  ] as const) {
    const [row] = await runExclusively<{ added: string | null }>(db, sql, params)
    if (!row?.added) continue
    log.info({ partition: row.added }, 'partition added')
    await db.write('select analyze_partitions($1)', [table])
  }
}

interface Archived {
  partition: string
  rounds: number
  open_rounds: number
}

/**
 * Archives the partitions of rounds whose month ended `roundRetentionMonths` ago, the oldest first. One with an open
 * round stays, and so do those after it: the log says so.
 */
export async function archiveRounds({
  db,
  log,
  config: { roundRetentionMonths: months },
}: Pick<AppDeps, 'db' | 'log'> & { config: Pick<AppDeps['config'], 'roundRetentionMonths'> }): Promise<void> {
  if (months === undefined) return
  const now = new Date()
  const before = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - months))
  for (;;) {
    const [row] = await runExclusively<Archived>(
      db,
      'select partition, rounds, open_rounds from archive_rounds($1)',
      [before],
    )
    if (!row) return
    if (row.open_rounds > 0) {
      log.warn(row, 'rounds cannot be archived while some of them are open')
      return
    }
    log.warn({ partition: row.partition, rounds: row.rounds }, 'rounds archived')
  }
}

/** One process at a time. */
function runExclusively<Row extends object>(
  db: Db,
  sql: string,
  params: readonly SqlValue[],
): Promise<Row[]> {
  return db.tx(async (tx) => {
    await tx.query(`select pg_advisory_xact_lock(hashtextextended('partitions', 0))`)
    await tx.query(lockTimeout)
    // Where tables are spread over nodes: the engine changes none that it has just read over several connections.
    await tx.query(`set local citus.multi_shard_modify_mode = 'sequential'`)
    return tx.query<Row>(sql, params)
  })
}
