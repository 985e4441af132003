import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Db } from '#server/db/client.ts'

const script = join(import.meta.dirname, '../../../src/server/db/distributed/010.tables.sql')

/** The tables that are spread by the player's id, partitions included, each with the column that has it. */
export async function spreadTables(db: Db): Promise<Map<string, string>> {
  const plan = /select c\.relname::text[^]*?(?=\n\$\$;)/.exec(await readFile(script, 'utf8'))?.[0]
  if (plan === undefined) throw new Error('no plan in the script')
  const rows = await db.read<{ name: string; column: string }>(
    `with plan (name, kept, by_column) as (${plan.replace('and not relation_is_a_known_shard(c.oid)', '')})
     select name, by_column as column from plan where kept = 'players'
     union all
     select i.inhrelid::regclass::text, p.by_column from plan p
       join pg_inherits i on i.inhparent = to_regclass('public.' || quote_ident(p.name)) where p.kept = 'players'`,
  )
  return new Map(rows.map(({ name, column }) => [name, column]))
}
