import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { StartError } from '../config/startError.ts'
import type { Db, Tx } from './client.ts'
import { installQueues } from './JobQueue.ts'

interface Script {
  /**
   * `NNN.name.sql` runs once, in order. `ledger.N.sql` is ledger.sql together with the functions that call it, where N
   * is the number in its first line. It replaces a ledger with a lower number.
   */
  name: string
  sql: string
  checksum: string
}

/**
 * PostgreSQL schemas that only some servers need: those with the sandbox, and those whose payment provider is the
 * sandbox's. Each has scripts and a list of migrations of its own, and is removed by a server that does not need it.
 */
const optionalSchemas = {
  sandbox: 'sandbox/migrations',
  sandbox_provider: 'providers/payment/sandbox/migrations',
}
export type OptionalSchema = keyof typeof optionalSchemas

const lockKey = 5_250_001

/**
 * Migrates the database to this program's schema, the queues of jobs and the optional schemas, under an advisory
 * lock, because several processes may start at the same time; `programRole` then gets its rights (rights.sql), unless the
 * owner is the program. Returns the names of the scripts that ran. Throws a
 * StartError when a script was changed after it ran, or when the database is newer than the program, because an
 * older program would restore the older ledger functions.
 */
export async function migrate(
  db: Db,
  wanted: readonly OptionalSchema[],
  programRole?: string,
): Promise<string[]> {
  const scripts = await readScripts()
  const ran = await db.tx(async (tx) => {
    await tx.query(`select pg_advisory_xact_lock(${lockKey})`)
    const ran = await runScripts(tx, 'migrations', scripts)
    for (const [schema, folder] of Object.entries(optionalSchemas)) {
      if (wanted.some((name) => name === schema)) {
        await tx.query(`create schema if not exists ${schema}`)
        const names = await runScripts(
          tx,
          `${schema}.migrations`,
          await readNumbered(besideThisFile(folder, schema)),
        )
        ran.push(...names.map((name) => `${schema}/${name}`))
      } else await tx.query(`drop schema if exists ${schema} cascade`)
    }
    return ran
  })
  await db.tx(async (tx) => {
    await tx.query(`select pg_advisory_xact_lock(${lockKey})`)
    await installQueues(tx)
  })
  if (programRole !== undefined)
    await db.tx(async (tx) => {
      await tx.query(`select pg_advisory_xact_lock(${lockKey})`)
      if (ran.length > 0 || !(await hasRights(tx, programRole)))
        await tx.query('select grant_rights($1)', [programRole])
    })
  return ran
}

async function hasRights(tx: Tx, role: string): Promise<boolean> {
  const [row] = await tx.query<{ has: boolean }>(
    `select has_table_privilege($1, 'public.transfers', 'select')
      and not exists (select from pg_tables where schemaname = 'pgboss'
        and not has_table_privilege($1, format('%I.%I', schemaname, tablename), 'insert')) as has`,
    [role],
  )
  return row?.has ?? false
}

/** Runs the scripts that are not in the list of migrations, and adds them to it. Returns their names. */
async function runScripts(tx: Tx, list: string, scripts: Script[]): Promise<string[]> {
  await tx.query(`create table if not exists ${list} (
    name text primary key, checksum text not null, at timestamptz not null default now())`)
  const rows = await tx.query<{ name: string; checksum: string }>(`select name, checksum from ${list}`)
  const applied = new Map(rows.map((row) => [row.name, row.checksum]))
  rejectUnknownScripts(scripts, applied)
  const ran: string[] = []
  for (const { name, sql, checksum } of scripts) {
    if (applied.get(name) === checksum) continue
    await tx.query(sql)
    await tx.query(
      `insert into ${list} (name, checksum) values ($1, $2)
       on conflict (name) do update set checksum = excluded.checksum, at = now()`,
      [name, checksum],
    )
    if (ledgerNumber(name) > 0) await deleteOlderLedgerRows(tx, name)
    ran.push(name)
  }
  return ran
}

/**
 * The scripts of this program that the database lacks. A newer ledger is none that lacks: a newer program may run on the
 * same database.
 */
export async function missingScripts(db: Db): Promise<string[]> {
  programScripts ??= readScripts()
  const rows = await db.read<{ name: string }>('select name from migrations')
  const applied = new Set(rows.map(({ name }) => name))
  const newestLedger = Math.max(...rows.map(({ name }) => ledgerNumber(name)))
  return (await programScripts)
    .filter(
      ({ name }) => !applied.has(name) && (ledgerNumber(name) === 0 || ledgerNumber(name) > newestLedger),
    )
    .map(({ name }) => name)
}

/** The SQL that makes this program's schema in an empty database, with the optional ones among the `wanted` names. */
export async function programSchema(wanted: readonly string[]): Promise<string> {
  const list = '(name text primary key, checksum text not null, at timestamptz not null default now());\n'
  let text = `create table migrations ${list}`
  for (const { sql } of await readScripts()) text += `${sql}\n`
  for (const [schema, folder] of Object.entries(optionalSchemas)) {
    if (!wanted.includes(schema)) text += `drop schema if exists ${schema} cascade;\n`
    else {
      text += `create schema if not exists ${schema};\ncreate table ${schema}.migrations ${list}`
      for (const { sql } of await readNumbered(besideThisFile(folder, schema))) text += `${sql}\n`
    }
  }
  return text
}

let programScripts: Promise<Script[]> | undefined

function rejectUnknownScripts(scripts: Script[], applied: Map<string, string>): void {
  const known = new Map(scripts.map((script) => [script.name, script]))
  const newestLedger = Math.max(...scripts.map(({ name }) => ledgerNumber(name)))
  for (const [name, checksum] of applied) {
    const script = known.get(name)
    if (!script) {
      if (ledgerNumber(name) > 0 && ledgerNumber(name) < newestLedger) continue
      throw new StartError(`The database is newer than this program: it has ${name}.`)
    }
    if (script.checksum !== checksum) {
      throw new StartError(`The migration ${name} was changed after it ran on this database.`)
    }
  }
}

/** The number of a ledger script; 0 for any other script. The first ledger was recorded without a number. */
function ledgerNumber(name: string): number {
  if (name === 'ledger.sql') return 1
  return Number(/^ledger\.(\d+)\.sql$/.exec(name)?.[1] ?? 0)
}

async function deleteOlderLedgerRows(tx: Tx, current: string): Promise<void> {
  await tx.query(`delete from migrations where name ~ '^ledger\\.' and name <> $1`, [current])
}

/** Functions and views, which are replaced together. The first script contains their number. */
const functionScripts = [
  'ledger/ledger.sql',
  'games/instant/instantBets.sql',
  'db/partitions.sql',
  'db/rights.sql',
]

async function readScripts(): Promise<Script[]> {
  const functions = await Promise.all(
    functionScripts.map((path) => readSql(besideThisFile(path, basename(path)))),
  )
  const numbered = await readNumbered(join(import.meta.dirname, 'migrations'))
  return [...numbered, toScript(ledgerScriptName(functions.join('\n')), functions.join('\n'))]
}

/** The numbered scripts of a folder, in order. */
async function readNumbered(folder: string): Promise<Script[]> {
  const names = (await readdir(folder)).filter((name) => /^\d{3}\..+\.sql$/.test(name)).sort()
  if (names.length === 0) throw new Error(`no migrations in ${folder}`)
  return Promise.all(names.map(async (name) => toScript(name, await readSql(join(folder, name)))))
}

/** A path of the sources, which a build has in `migrations` beside the bundle (vite.server.config.ts copies it there). */
function besideThisFile(source: string, built: string): string {
  const path = join(import.meta.dirname, '..', source)
  return existsSync(path) ? path : join(import.meta.dirname, 'migrations', built)
}

function ledgerScriptName(sql: string): string {
  const [, number] = /^-- Ledger number (\d+)\b/.exec(sql) ?? []
  if (!number) throw new Error('ledger.sql does not begin with its number')
  return `ledger.${number}.sql`
}

async function readSql(path: string): Promise<string> {
  return (await readFile(path, 'utf8')).replaceAll('\r\n', '\n')
}

function toScript(name: string, sql: string): Script {
  return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') }
}
