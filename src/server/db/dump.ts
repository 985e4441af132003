import type { Db, Tx } from './client.ts'
import { queueSchema } from './JobQueue.ts'
import { programSchema } from './migrate.ts'

/** How many rows are read at a time. */
const batch = 1_000

interface Table {
  name: string
  columns: string[]
  isArchived: boolean
}

/**
 * Writes the database as a script for psql: this program's own schema, which every supported version of PostgreSQL
 * accepts, and the rows as COPY reads them, of one moment. Nothing in it names a role. The database must have this
 * program's schema.
 */
export async function dumpDatabase(db: Db, write: (text: string) => Promise<void>): Promise<void> {
  await db.tx(async (tx) => {
    await tx.query('set transaction isolation level repeatable read, read only')
    const tables = await readTables(tx)
    await write(`\\set ON_ERROR_STOP on\nset client_encoding = 'UTF8';\n`)
    await write(`${queueSchema()}\nbegin;\n`)
    for (const { name, options } of await readQueues(tx))
      await write(`select pgboss.create_queue('${name}', '${options}');\n`)
    await write(await programSchema(await readSchemas(tx)))
    for (const { name, isArchived } of tables)
      if (isArchived)
        await write(`create schema if not exists archive;
create table ${name} (like game_rounds including all);\n`)
    // The migrations have added rows, and triggers keep some tables from being emptied. Tables refer to each other in
    // circles, so references are checked after the last row.
    await write(forEachTable('disable trigger user'))
    await write(forEachReference('deferrable initially deferred'))
    await write(`truncate ${tables.map(({ name }) => name).join(', ')};\n`)
    for (const table of tables) await writeRows(tx, table, write)
    for (const { name, value, called } of await readSequences(tx))
      await write(`select setval('${name}', ${value}, ${called});\n`)
    await write('set constraints all immediate;\n')
    await write(
      `${forEachReference('not deferrable')}${forEachTable('enable trigger user')}commit;\nanalyze;\n`,
    )
  })
}

/** Those whose tables and references are ours to alter. */
const schemas = `('public', 'office', 'sandbox', 'sandbox_provider', 'archive')`

/** A statement that alters every table and partition. */
function forEachTable(change: string): string {
  return `do $$ declare named regclass; begin
  for named in select oid from pg_class where relkind in ('r', 'p') and relnamespace::regnamespace::text in ${schemas}
  loop execute format('alter table %s ${change}', named); end loop;
end $$;\n`
}

/** A statement that alters every foreign key; those of partitions follow. */
function forEachReference(change: string): string {
  return `do $$ declare named record; begin
  for named in select conname, conrelid::regclass as owner from pg_constraint
    where contype = 'f' and conparentid = 0 and connamespace::regnamespace::text in ${schemas}
  loop execute format('alter table %s alter constraint %I ${change}', named.owner, named.conname); end loop;
end $$;\n`
}

async function readSchemas(tx: Tx): Promise<string[]> {
  const rows = await tx.query<{ name: string }>('select nspname as name from pg_namespace')
  return rows.map(({ name }) => name)
}

/** The queues of jobs, each of which has a table. */
async function readQueues(tx: Tx) {
  return tx.query<{ name: string; options: string }>(
    `select name, json_build_object('policy', policy)::text as options from pgboss.queue order by name`,
  )
}

/** All tables; rows of partitions are read from, and go to, the table that they are partitions of. */
async function readTables(tx: Tx): Promise<Table[]> {
  return tx.query<Table & Record<string, unknown>>(`
    select format('%I.%I', n.nspname, c.relname) as name, n.nspname = 'archive' as "isArchived",
      (select array_agg(quote_ident(a.attname) order by a.attnum) from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p') and not c.relispartition and (n.nspname in ${schemas} or n.nspname = 'pgboss')
    order by 1`)
}

async function writeRows(tx: Tx, table: Table, write: (text: string) => Promise<void>): Promise<void> {
  const values = table.columns.map((column) => `${column}::text`)
  await tx.query(
    `declare dumped no scroll cursor for select array[${values.join(', ')}] as line from ${table.name}`,
  )
  await write(`copy ${table.name} (${table.columns.join(', ')}) from stdin;\n`)
  for (;;) {
    const rows = await tx.query<{ line: (string | null)[] }>(`fetch ${batch} from dumped`)
    if (rows.length === 0) break
    await write(rows.map(({ line }) => `${line.map(toCopy).join('\t')}\n`).join(''))
  }
  await write('\\.\n')
  await tx.query('close dumped')
}

/** A value in the text format of COPY. */
function toCopy(value: string | null): string {
  if (value === null) return '\\N'
  return value
    .replaceAll('\\', '\\\\')
    .replaceAll('\n', '\\n')
    .replaceAll('\r', '\\r')
    .replaceAll('\t', '\\t')
}

async function readSequences(tx: Tx) {
  return tx.query<{ name: string; value: string; called: boolean }>(`
    select format('%I.%I', schemaname, sequencename) as name, coalesce(last_value, start_value)::text as value,
      last_value is not null as called
    from pg_sequences where schemaname in ${schemas} order by 1`)
}
