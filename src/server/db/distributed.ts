import type { Db, Reader, Tx } from './client.ts'

/** A database does not become another one while the program runs. */
const known = new WeakMap<Reader, boolean>()

/** Whether the database is one of Citus, which spreads the tables of players over its nodes (distributed/*.sql). */
export async function isDistributed(db: Reader): Promise<boolean> {
  const found = known.get(db)
  if (found !== undefined) return found
  const rows = await db.read(`select from pg_extension where extname = 'citus'`)
  known.set(db, rows.length > 0)
  return rows.length > 0
}

/** A row of a player's table. Where players are spread over nodes, the player says on which it is. */
export interface PlayerRow {
  id: string
  userId: string
}

/**
 * Calls `work` in transactions with the rows that meet the condition (SQL), in the order of their ids: with as many as `atOnce`, or
 * one by one where players are spread over nodes, because no statement locks rows of several. `work` locks them and looks again.
 * Returns the sum of what it returns.
 */
export async function forRows(
  db: Db,
  { table, condition, atOnce }: { table: 'users' | 'withdrawals'; condition: string; atOnce: number },
  work: (tx: Tx, rows: PlayerRow[]) => Promise<number>,
): Promise<number> {
  const isSpread = await isDistributed(db)
  const player = table === 'users' ? 'id' : 'user_id'
  let sum = 0
  for (let last: string | undefined = ''; last !== undefined;) {
    const rows: PlayerRow[] = await db.read<PlayerRow>(
      `select id, ${player} as "userId" from ${table} where id > $1 and ${condition} order by id limit ${atOnce}`,
      [last],
    )
    const steps = isSpread || rows.length === 0 ? rows.map((row) => [row]) : [rows]
    for (const step of steps) sum += await db.tx((tx) => work(tx, step))
    last = rows.at(-1)?.id
  }
  return sum
}
