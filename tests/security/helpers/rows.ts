import type { Db } from '#server/db/client.ts'

/** Every row of the database as `table: JSON`, sorted. */
export async function allRows(db: Db): Promise<string[]> {
  const tables = await db.read<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
      where schemaname not in ('pg_catalog', 'information_schema') order by 1`,
  )
  const rows = await Promise.all(
    tables.map(async ({ name }) =>
      (await db.read<{ row: string }>(`select to_jsonb(t)::text as row from ${name} t`)).map(
        ({ row }) => `${name}: ${row}`,
      ),
    ),
  )
  return rows.flat().sort()
}

/** The rows that are in only one of the two lists. */
export function difference(before: readonly string[], after: readonly string[]): string[] {
  const [old, now] = [new Set(before), new Set(after)]
  return [
    ...before.filter((row) => !now.has(row)).map((row) => `- ${row}`),
    ...after.filter((row) => !old.has(row)).map((row) => `+ ${row}`),
  ]
}
