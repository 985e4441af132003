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

/**
 * Calls `work` in transactions with the ids of players whose rows meet the condition (SQL), in order: with as many as `atOnce`, or one
 * by one where players are spread over nodes, because no statement locks rows of several. `work` locks them and looks again.
 * Returns the sum of what it returns.
 */
export async function forPlayers(
  db: Db,
  { condition, atOnce }: { condition: string; atOnce: number },
  work: (tx: Tx, ids: string[]) => Promise<number>,
): Promise<number> {
  const isSpread = await isDistributed(db)
  let sum = 0
  for (let last: string | undefined = ''; last !== undefined;) {
    const rows: { id: string }[] = await db.read(
      `select id from users where id > $1 and ${condition} order by id limit ${atOnce}`,
      [last],
    )
    const ids = rows.map(({ id }) => id)
    const steps = isSpread || ids.length === 0 ? ids.map((id) => [id]) : [ids]
    for (const step of steps) sum += await db.tx((tx) => work(tx, step))
    last = ids.at(-1)
  }
  return sum
}
