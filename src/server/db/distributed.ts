import type { Reader } from './client.ts'

/** Whether the database is one of Citus, which spreads the tables of players over its nodes (distributed/*.sql). */
export async function isDistributed(db: Reader): Promise<boolean> {
  const rows = await db.read(`select from pg_extension where extname = 'citus'`)
  return rows.length > 0
}
