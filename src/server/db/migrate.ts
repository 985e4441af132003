import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { StartError } from '../config/startError.ts'
import type { Db, Tx } from './client.ts'

interface Script {
  /**
   * `NNN.name.sql` runs once, in order. `ledger.N.sql` is ledger.sql together with the functions that call it, where N
   * is the number in its first line. It replaces a ledger with a lower number.
   */
  name: string
  sql: string
  checksum: string
}

const lockKey = 5_250_001

/**
 * Migrates the database to this program's schema, in one transaction and under an advisory lock, because
 * several processes may start at the same time. Returns the names of the scripts that ran. Throws a
 * StartError when a script was changed after it ran, or when the database is newer than the program, because an
 * older program would restore the older ledger functions.
 */
export async function migrate(db: Db): Promise<string[]> {
  const scripts = await readScripts()
  return db.tx(async (tx) => {
    await tx.query(`select pg_advisory_xact_lock(${lockKey})`)
    await tx.query(`create table if not exists migrations (
      name text primary key, checksum text not null, at timestamptz not null default now())`)
    const rows = await tx.query<{ name: string; checksum: string }>('select name, checksum from migrations')
    const applied = new Map(rows.map((row) => [row.name, row.checksum]))
    rejectUnknownScripts(scripts, applied)
    const ran: string[] = []
    for (const script of scripts) {
      if (applied.get(script.name) === script.checksum) continue
      await run(tx, script)
      if (ledgerNumber(script.name) > 0) await deleteOlderLedgerRows(tx, script.name)
      ran.push(script.name)
    }
    return ran
  })
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

async function run(tx: Tx, script: Script): Promise<void> {
  await tx.query(script.sql)
  await tx.query(
    `insert into migrations (name, checksum) values ($1, $2)
     on conflict (name) do update set checksum = excluded.checksum, at = now()`,
    [script.name, script.checksum],
  )
}

/** Scripts of functions and views, which are replaced together. The first one contains their number. */
const functionScripts = ['ledger/ledger.sql', 'games/instant/instantBets.sql', 'db/partitions.sql']

/**
 * Finds the scripts beside this file in the sources, and beside the bundle in a build (vite.server.config.ts copies
 * them there).
 */
async function readScripts(): Promise<Script[]> {
  const migrations = join(import.meta.dirname, 'migrations')
  const numbered = (await readdir(migrations)).filter((name) => /^\d{3}\..+\.sql$/.test(name)).sort()
  if (numbered.length === 0) throw new Error(`no migrations in ${migrations}`)
  const functions = await Promise.all(
    functionScripts.map((path) => {
      const source = join(import.meta.dirname, '..', path)
      return readSql(existsSync(source) ? source : join(migrations, basename(path)))
    }),
  )
  return [
    ...(await Promise.all(
      numbered.map(async (name) => toScript(name, await readSql(join(migrations, name)))),
    )),
    toScript(ledgerScriptName(functions.join('\n')), functions.join('\n')),
  ]
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
