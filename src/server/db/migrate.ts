import { createHash, randomInt } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { StartError } from '../config/startError.ts'
import { codeOf, type Db, type Reader, type Tx } from './client.ts'
import { isDistributed } from './distributed.ts'
import { installQueues } from './JobQueue.ts'

export interface Script {
  /**
   * `NNN.name.sql` runs once, in order. One that has an index built `concurrently if not exists`, because its table is
   * in use, is that statement alone. `ledger.N.sql` is ledger.sql together with the functions that call it, where N
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
 * How long a step waits for the lock of a table before it lets the calls of running servers pass and tries again, in ms:
 * whatever needs the table meanwhile waits behind it.
 */
const lockMs = 200
/** Time until the next attempt, in ms, from and to. */
const pauseMs = [300, 900] as const

export interface MigrationOptions {
  /** Called every few seconds while a step waits, with what holds it up. */
  onWait?: (reason: string) => void
  /** After this time a step that still waits is given up, in ms. */
  patienceMs?: number
  /** SQL that each step begins with. */
  beginning?: string
}

/** A report or a dump may hold locks for long; after it the start continues by itself. */
const defaultPatienceMs = 3_600_000
const reportEveryMs = 2_000

/**
 * Migrates the database to this program's schema, the queues of jobs and the optional schemas; `programRole` then gets
 * its rights (rights.sql), unless the owner is the program. An empty database is filled in one transaction. In any
 * other, each script is a transaction of its own that waits for no lock longer than `lockMs`, so that servers of the
 * previous version, which continue meanwhile, wait no longer either. Several processes may start at the same time.
 * Returns the names of the scripts that ran. Throws a StartError when a script was changed after it ran, when the
 * database is newer than the program, because an older program would restore the older ledger functions, or when a lock
 * cannot be had in time.
 */
export async function migrate(
  db: Db,
  wanted: readonly OptionalSchema[],
  programRole?: string,
  given: MigrationOptions = {},
): Promise<string[]> {
  const spread = (await isDistributed(db))
    ? await readNumbered(besideThisFile('db/distributed', 'distributed'))
    : []
  // Citus otherwise refuses to change a table that others refer to after one of them in the same transaction.
  const beginning = `set local citus.multi_shard_modify_mode = 'sequential'`
  const options = spread.length > 0 ? { ...given, beginning } : given
  const step = <T>(work: (tx: Tx) => Promise<T>) => inTurn(db, work, options)
  if (spread.length > 0) await step((tx) => prepareSpread(tx, spread))
  const ran = await runScripts(db, 'migrations', await readScripts(), options)
  for (const [schema, folder] of Object.entries(optionalSchemas)) {
    if (wanted.some((name) => name === schema)) {
      await step((tx) => tx.query(`create schema if not exists ${schema}`))
      const scripts = await readNumbered(besideThisFile(folder, schema))
      const names = await runScripts(db, `${schema}.migrations`, scripts, options)
      ran.push(...names.map((name) => `${schema}/${name}`))
    } else await step((tx) => tx.query(`drop schema if exists ${schema} cascade`))
  }
  // Each a transaction of its own: nodes run what they are told on connections of their own, which see only what is committed.
  for (const script of spread)
    if (await step((tx) => runSpread(tx, script))) ran.push(`distributed/${script.name}`)
  await step(installQueues)
  if (spread.length > 0) await step((tx) => tx.query('select keep_commit_triggers()'))
  if (programRole !== undefined)
    await step(async (tx) => {
      if (ran.length === 0 && (await hasRights(tx, programRole))) return
      await tx.query('select grant_rights($1)', [programRole])
    })
  // After the commit, because the nodes wait for what the transaction before has locked.
  if (spread.length > 0 && programRole !== undefined)
    await step((tx) => tx.query('select grant_shard_rights($1)', [programRole]))
  return ran
}

const spreadList = 'distributed_migrations'

/**
 * Before the scripts of the schema run: the functions of the shards depend on the ledger's types, which a new ledger replaces.
 * The scripts of the spread (distributed/*.sql) replace what they have made before, so all of them run again after a
 * migration.
 */
async function prepareSpread(tx: Tx, spread: Script[]): Promise<void> {
  await tx.query(`create table if not exists ${spreadList} (
    name text primary key, checksum text not null, at timestamptz not null default now())`)
  if ((await readApplied(tx, spreadList)).size === 0) return
  const hasChanged = (await pendingOf(tx, 'migrations', await readScripts())).length > 0
  if (!hasChanged && (await pendingOf(tx, spreadList, spread)).length === 0) return
  await tx.query(`delete from ${spreadList}`)
  await tx.query(`select run_command_on_workers('select public.drop_shard_functions()')`)
  await tx.query('drop schema if exists player_functions cascade')
  // Makes them again.
  await tx.query(`delete from migrations where name ~ '^ledger\\.'`)
}

/** Returns whether the script had to run. */
async function runSpread(tx: Tx, script: Script): Promise<boolean> {
  if ((await pendingOf(tx, spreadList, [script])).length === 0) return false
  await runScript(tx, spreadList, script)
  return true
}

async function pendingOf(tx: Tx, list: string, scripts: Script[]): Promise<Script[]> {
  const applied = await readApplied(tx, list)
  return scripts.filter(({ name, checksum }) => applied.get(name) !== checksum)
}

/** Runs `work` in a transaction, one process at a time, as soon as it gets every lock within `lockMs`. */
async function inTurn<T>(
  db: Db,
  work: (tx: Tx) => Promise<T>,
  { onWait, patienceMs = defaultPatienceMs, beginning }: MigrationOptions,
): Promise<T> {
  const began = performance.now()
  let reported = began
  for (;;) {
    const reason = await attempt(db, work, beginning)
    if (typeof reason !== 'string') return reason.result
    const now = performance.now()
    if (now - began > patienceMs) throw new StartError(`The database cannot be migrated. ${reason}`)
    if (now - reported > reportEveryMs) {
      reported = now
      onWait?.(reason)
    }
    await delay(randomInt(...pauseMs))
  }
}

/** The result of `work`; or why it must wait: nothing of it has then happened. */
async function attempt<T>(
  db: Db,
  work: (tx: Tx) => Promise<T>,
  beginning: string | undefined,
): Promise<{ result: T } | string> {
  try {
    return await db.tx(async (tx) => {
      // Does not wait: a transaction that waits keeps an old snapshot.
      const [turn] = await tx.query<{ taken: boolean }>(
        `select pg_try_advisory_xact_lock(${lockKey}) as taken`,
      )
      if (!turn?.taken) return 'Another server migrates it now.'
      await tx.query(`set local lock_timeout = ${lockMs}`)
      if (beginning !== undefined) await tx.query(beginning)
      return { result: await work(tx) }
    })
  } catch (error) {
    if (codeOf(error) !== lockNotAvailable) throw error
    return `A table that a migration changes is in use. ${await describeHolders(db)}`
  }
}

const lockNotAvailable = '55P03'

/** The oldest transactions of others, which most likely hold the lock. */
async function describeHolders(db: Db): Promise<string> {
  const rows = await db.read<{ pid: number; who: string; seconds: number }>(
    `select pid, coalesce(nullif(application_name, ''), usename, '?') as who,
        extract(epoch from now() - xact_start)::integer as seconds
      from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and xact_start is not null
      order by xact_start limit 3`,
  )
  const list = rows.map(({ pid, who, seconds }) => `process ${pid} (${who}) for ${seconds} s`)
  return list.length > 0 ? `In transactions: ${list.join(', ')}.` : 'Nobody is in a transaction now.'
}

async function hasRights(tx: Tx, role: string): Promise<boolean> {
  const [row] = await tx.query<{ has: boolean }>(
    `select not exists (select from pg_class c where c.relkind in ('r', 'p') and not c.relispartition
        and c.relnamespace in (select oid from pg_namespace where nspname in ('public', 'office', 'pgboss'))
        and not has_table_privilege($1, c.oid, 'select'))
      and not exists (select from pg_tables where schemaname = 'pgboss'
        and not has_table_privilege($1, format('%I.%I', schemaname, tablename), 'insert')) as has`,
    [role],
  )
  return row?.has ?? false
}

/**
 * Runs the scripts that are not in the list of migrations, and adds them to it. Returns their names. In an empty database
 * all are one step. `db` must have one connection for writes, on which an index that is built concurrently is locked.
 * @internal
 */
export async function runScripts(
  db: Db,
  list: string,
  scripts: Script[],
  options: MigrationOptions = {},
): Promise<string[]> {
  const { ran, pending } = await inTurn(
    db,
    async (tx) => {
      await tx.query(`create table if not exists ${list} (
        name text primary key, checksum text not null, at timestamptz not null default now())`)
      const applied = await readApplied(tx, list)
      rejectUnknownScripts(scripts, applied)
      const pending = scripts.filter(({ name, checksum }) => applied.get(name) !== checksum)
      if (applied.size > 0) return { ran: new Array<string>(), pending }
      for (const script of pending) await runScript(tx, list, script)
      return { ran: pending.map(({ name }) => name), pending: [] }
    },
    options,
  )
  for (const script of pending) {
    const needsRun = async (on: Reader) => (await readApplied(on, list)).get(script.name) !== script.checksum
    const isNew = await inTurn(
      db,
      async (tx) => {
        // Another process may have run it meanwhile.
        if (!(await needsRun(tx))) return false
        // In the same turn: the lock passes from this transaction to the connection.
        if (indexBuilt(script)) await tx.query(`select pg_advisory_lock(${lockKey})`)
        else await runScript(tx, list, script)
        return true
      },
      options,
    )
    if (!isNew) continue
    const index = indexBuilt(script)
    if (index !== undefined) await buildIndex(db, list, script, index)
    ran.push(script.name)
  }
  return ran
}

/** The index that a script builds while its table is used; PostgreSQL does so outside a transaction only. */
function indexBuilt({ sql }: Script): string | undefined {
  return /create (?:unique )?index concurrently if not exists (\S+)/i.exec(sql)?.[1]
}

async function buildIndex(db: Db, list: string, script: Script, index: string): Promise<void> {
  try {
    // One that was interrupted is still there, and of no use.
    const broken = await db.read(
      'select from pg_index where indexrelid = to_regclass($1) and not indisvalid',
      [index],
    )
    if (broken.length > 0) await db.write(`drop index concurrently ${index}`)
    await db.write(script.sql)
    await db.write(`insert into ${list} (name, checksum) values ($1, $2)`, [script.name, script.checksum])
  } finally {
    await db.write(`select pg_advisory_unlock(${lockKey})`)
  }
}

/** Nobody uses an empty database, so that its indexes need not be built concurrently. */
function inTransaction(sql: string): string {
  return sql.replace(/(create (?:unique )?index) concurrently/i, '$1')
}

async function readApplied(on: Reader, list: string): Promise<Map<string, string>> {
  const rows = await on.read<{ name: string; checksum: string }>(`select name, checksum from ${list}`)
  return new Map(rows.map((row) => [row.name, row.checksum]))
}

async function runScript(tx: Tx, list: string, { name, sql, checksum }: Script): Promise<void> {
  await tx.query(inTransaction(sql))
  await tx.query(
    `insert into ${list} (name, checksum) values ($1, $2)
     on conflict (name) do update set checksum = excluded.checksum, at = now()`,
    [name, checksum],
  )
  if (ledgerNumber(name) > 0) await deleteOlderLedgerRows(tx, name)
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
  for (const { sql } of await readScripts()) text += `${inTransaction(sql)}\n`
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
