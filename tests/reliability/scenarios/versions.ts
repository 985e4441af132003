import assert from 'node:assert/strict'
import { setTimeout as delay } from 'node:timers/promises'
import type { Db } from '#server/db/client.ts'
import { buildServerOf } from '../harness/buildServerOf.ts'
import { stop, type Lab } from '../harness/Lab.ts'
import { Load } from '../harness/Load.ts'
import { Stage } from '../harness/Stage.ts'

/** Traces of a newer program in a database: an unknown migration, or a ledger with a higher number. */
const newer = [
  `insert into migrations (name, checksum) values ('999.of-a-newer-program.sql', 'x')`,
  `update migrations set name = 'ledger.999.sql', checksum = 'x' where name like 'ledger.%'`,
]

/**
 * A program refuses to start on a database that a newer program has migrated. It prints one clear sentence and does not
 * change the database.
 */
export async function newerDatabase(lab: Lab): Promise<void> {
  const { db, url: DATABASE_URL } = await lab.database()
  const env = { DATABASE_URL, DATA_DIR: await lab.folder() }
  const server = await lab.server(env)
  await playOn(new Stage(lab, db, server.url), [server.url])
  await stop(server)

  for (const sql of newer) {
    await db.write(sql)
    const before = await contentsOf(db)
    const refused = await lab.tryServer(env)
    assert.equal(refused.url, undefined, `the program started after ${sql}`)
    assert.equal(await refused.ended, 2)
    assert.match(refused.stderr(), /^The database is newer than this program: it has [^\n]+\n$/)
    assert.deepEqual(await contentsOf(db), before, 'the refused program has changed the database')
    await db.write(`delete from migrations where name like '999.%'`)
  }
  await lab.checkMoney(db)
}

async function contentsOf(db: Db) {
  const [row] = await db.read(
    `select (select md5(string_agg(t::text, ',' order by id)) from transfers t) as transfers,
       (select md5(string_agg(w::text, ',' order by user_id)) from wallets w) as wallets,
       (select md5(string_agg(m::text, ',' order by name)) from migrations m) as migrations,
       (select md5(string_agg(prosrc, ',' order by proname)) from pg_proc where proname like 'ledger%') as ledger`,
  )
  return row
}

/**
 * Builds the program of an earlier commit and runs load on it with a new database. The current program then migrates
 * that database, and all money must be there. Afterwards the old program either refuses the database or works beside
 * the current one; it never corrupts anything.
 */
export async function oldProgram(lab: Lab, commit: string): Promise<void> {
  const { db, url: DATABASE_URL } = await lab.database({ isEmpty: true })
  const env = { DATABASE_URL, DATA_DIR: await lab.folder() }
  const built = await buildServerOf(commit, await lab.folder())
  const old = await lab.server(env, built)
  const load = await playOn(new Stage(lab, db, old.url), [old.url])
  await stop(old)

  const current = await lab.server(env)
  const stage = new Stage(lab, db, current.url)
  await load.verify(0)
  await playOn(stage, [current.url])
  await lab.checkMoney(db)
  const before = await contentsOf(db)
  const beside = await lab.tryServer(env, built)
  if (beside.url === undefined) {
    assert.match(beside.stderr(), /newer than this program|was changed after it ran/)
    assert.deepEqual(await contentsOf(db), before, 'the refused program has changed the database')
  } else await playOn(stage, [current.url, beside.url])
  await lab.checkMoney(db)
}

/** Runs a short load with a few players. */
async function playOn(stage: Stage, urls: readonly string[]): Promise<Load> {
  const load = new Load(stage, () => urls)
  await load.prepare(3)
  load.start()
  await delay(300)
  await load.end()
  await load.repeatUnknown()
  await load.verify(0)
  return load
}
