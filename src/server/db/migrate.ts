import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { StartError } from '../startError.ts'
import type { Db, Tx } from './client.ts'

interface Script {
  /**
   * `NNN.name.sql` runs once, in order. `ledger.sql` holds functions and views and runs again whenever it
   * changes.
   */
  name: string
  sql: string
  checksum: string
  repeatable: boolean
}

const lockKey = 5_250_001

/**
 * Migrates the database to this program's schema, in one transaction and under an advisory lock, because
 * several processes may start at the same time. Returns the names of the scripts that ran. Throws a
 * StartError when a script was changed after it ran, or when the database is newer than the program.
 */
export async function migrate(db: Db): Promise<string[]> {
  const scripts = await readScripts()
  return db.tx(async (tx) => {
    await tx.query(`select pg_advisory_xact_lock(${lockKey})`)
    await tx.query(`create table if not exists migrations (
      name text primary key, checksum text not null, at timestamptz not null default now())`)
    const rows = await tx.query<{ name: string; checksum: string }>('select name, checksum from migrations')
    const done = new Map(rows.map((row) => [row.name, row.checksum]))
    refuseForeign(scripts, done)
    const ran: string[] = []
    for (const script of scripts) {
      if (done.get(script.name) === script.checksum) continue
      await run(tx, script)
      ran.push(script.name)
    }
    return ran
  })
}

function refuseForeign(scripts: Script[], done: Map<string, string>): void {
  const known = new Map(scripts.map((script) => [script.name, script]))
  for (const [name, checksum] of done) {
    const script = known.get(name)
    if (!script) throw new StartError(`The database is newer than this program: it has ${name}.`)
    if (!script.repeatable && script.checksum !== checksum) {
      throw new StartError(`The migration ${name} was changed after it ran on this database.`)
    }
  }
}

async function run(tx: Tx, script: Script): Promise<void> {
  await tx.query(script.sql)
  await tx.query(
    `insert into migrations (name, checksum) values ($1, $2)
     on conflict (name) do update set checksum = excluded.checksum, at = now()`,
    [script.name, script.checksum],
  )
}

/**
 * The scripts are beside this file in the sources, and beside the bundle when built (vite.server.config.ts
 * copies them).
 */
async function readScripts(): Promise<Script[]> {
  const migrations = join(import.meta.dirname, 'migrations')
  const ledger = [join(import.meta.dirname, '../ledger/ledger.sql'), join(migrations, 'ledger.sql')]
  const numbered = (await readdir(migrations)).filter((name) => /^\d{3}\..+\.sql$/.test(name)).sort()
  const repeatable = ledger.find((path) => existsSync(path))
  if (numbered.length === 0 || !repeatable) throw new Error(`no migrations in ${migrations}`)
  return Promise.all([
    ...numbered.map((name) => readScript(join(migrations, name), name, false)),
    readScript(repeatable, 'ledger.sql', true),
  ])
}

async function readScript(path: string, name: string, repeatable: boolean): Promise<Script> {
  const sql = (await readFile(path, 'utf8')).replaceAll('\r\n', '\n')
  return { name, sql, checksum: createHash('sha256').update(sql).digest('hex'), repeatable }
}
