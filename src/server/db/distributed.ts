import type { Reader } from './client.ts'

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
