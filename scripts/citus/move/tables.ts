import type { Db } from '#server/db/client.ts'

interface Column {
  name: string
  type: string
  /** It counts upwards, and no row's number is ever changed. */
  counts?: boolean
}

/** A table that is moved, as the target has it. */
export interface Table {
  /** With its schema. */
  name: string
  columns: Column[]
  /** The columns of its primary key; empty when it has none. */
  key: string[]
  /** The column by which it is spread; undefined when it is not. */
  by?: string
}

/** What a program makes for itself, and what the nodes have besides. */
const own = [
  'public.migrations',
  'public.distributed_migrations',
  'public.player_claims',
  'public.commit_on_both',
  // A trigger of office.staff keeps it.
  'office.staff_names',
]

/**
 * The tables that both databases have, those that others refer to before these. A table that is not logged is empty after a
 * crash, so nobody needs its rows.
 */
export async function readTables(from: Db, to: Db): Promise<Table[]> {
  const there = await from.read<{ name: string }>(tablesSql)
  const names = new Set(there.map(({ name }) => name))
  const rows = await to.read<Table & { refers: string[] }>(tablesSql)
  const missing = there.filter(({ name }) => !own.includes(name) && rows.every((row) => row.name !== name))
  if (missing.length > 0) throw new Error(`the target lacks ${missing.map(({ name }) => name).join(', ')}`)
  return inOrder(rows.filter(({ name }) => names.has(name) && !own.includes(name)))
}

const tablesSql = `
  select n.nspname || '.' || c.relname as name,
    (select jsonb_agg(jsonb_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod),
        'counts', a.attidentity <> '') order by a.attnum)
      from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns,
    coalesce((select jsonb_agg(a.attname order by a.attnum) from pg_index i join pg_attribute a on a.attrelid = c.oid
      and a.attnum = any(i.indkey) where i.indrelid = c.oid and i.indisprimary), '[]') as key,
    coalesce((select jsonb_agg(distinct p.relnamespace::regnamespace || '.' || p.relname) from pg_constraint f
      join pg_class p on p.oid = f.confrelid where f.conrelid = c.oid and f.contype = 'f' and p.oid <> c.oid), '[]') as refers
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where c.relkind in ('r', 'p') and not c.relispartition and c.relpersistence = 'p'
    and (n.nspname in ('public', 'office', 'sandbox', 'sandbox_provider', 'archive') and c.relname <> 'migrations'
      or n.nspname = 'pgboss' and c.relname = 'job')
    and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
  order by 1`

/** The columns by which tables are spread, by table. */
export async function readSpread(to: Db): Promise<Map<string, string>> {
  const rows = await to.read<{ name: string; column: string }>(
    `select 'public.' || name as name, by_column as column from spread_plan() where kept = 'players'`,
  )
  return new Map(rows.map(({ name, column }) => [name, column]))
}

function inOrder(tables: (Table & { refers: string[] })[]): Table[] {
  const ordered: Table[] = []
  const waiting = new Map(tables.map((table) => [table.name, table]))
  while (waiting.size > 0) {
    const free = [...waiting.values()].filter(({ refers }) => !refers.some((name) => waiting.has(name)))
    if (free.length === 0) throw new Error(`tables refer to each other: ${[...waiting.keys()].join(', ')}`)
    for (const { name, columns, key } of free) {
      waiting.delete(name)
      ordered.push({ name, columns, key })
    }
  }
  return ordered
}
