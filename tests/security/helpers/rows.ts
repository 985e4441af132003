import type { Db } from '#server/db/client.ts'

/** Every row of the database as `table: JSON`, sorted; with `mentioning`, those in which one of these texts is. */
export async function allRows(db: Db, mentioning?: readonly string[]): Promise<string[]> {
  const tables = await db.read<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
      where schemaname not in ('pg_catalog', 'information_schema') order by 1`,
  )
  // One statement for all tables: most of them have few rows or none.
  const all = tables.map(({ name }) => `select '${name}: ' || to_jsonb(t)::text as line from ${name} t`)
  const condition = mentioning
    ? 'where exists (select from unnest($1::text[]) part where strpos(line, part) > 0)'
    : ''
  const rows = await db.read<{ line: string }>(
    `select line from (${all.join(' union all ')}) every ${condition}`,
    mentioning ? [mentioning] : [],
  )
  return rows.map(({ line }) => line).sort()
}

/** The rows that are in only one of the two lists. */
export function difference(before: readonly string[], after: readonly string[]): string[] {
  const [old, now] = [new Set(before), new Set(after)]
  return [
    ...before.filter((row) => !now.has(row)).map((row) => `- ${row}`),
    ...after.filter((row) => !old.has(row)).map((row) => `+ ${row}`),
  ]
}
