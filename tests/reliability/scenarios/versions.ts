import assert from 'node:assert/strict'
import { setTimeout as delay } from 'node:timers/promises'
import type { Db } from '#server/db/client.ts'
import { startServerProcess } from '../../server/helpers/serverProcess.ts'
import { stop, type Lab } from '../harness/Lab.ts'
import { Load } from '../harness/Load.ts'
import { Stage } from '../harness/Stage.ts'

/** What a newer program leaves in a database: its migrations, or a ledger with a higher number. */
const newer = [
  `insert into migrations (name, checksum) values ('999.of-a-newer-program.sql', 'x')`,
  `update migrations set name = 'ledger.999.sql', checksum = 'x' where name like 'ledger.%'`,
]

/**
 * A program on a database that a newer one has migrated refuses to start, with one clear sentence, and leaves the
 * database as it is.
 */
export async function newerDatabase(lab: Lab): Promise<void> {
  const { db, url: DATABASE_URL } = await lab.database()
  const env = { DATABASE_URL, DATA_DIR: await lab.folder(), LOG_LEVEL: 'silent' }
  const server = await lab.server(env)
  const load = new Load(new Stage(lab, db, server.url))
  await load.prepare(2)
  load.start()
  await delay(200)
  await load.end()
  await stop(server)

  for (const sql of newer) {
    await db.query(sql)
    const before = await contentsOf(db)
    const refused = await startServerProcess(env)
    lab.defer(() => stop(refused))
    assert.equal(refused.url, undefined, `the program started after ${sql}`)
    assert.equal(await refused.ended, 2)
    assert.match(refused.stderr(), /^The database is newer than this program: it has [^\n]+\n$/)
    assert.deepEqual(await contentsOf(db), before, 'the refused program has changed the database')
    await db.query(`delete from migrations where name like '999.%'`)
  }
  await lab.checkMoney(db)
}

async function contentsOf(db: Db) {
  const [row] = await db.query(
    `select (select md5(string_agg(t::text, ',' order by id)) from transfers t) as transfers,
       (select md5(string_agg(w::text, ',' order by user_id)) from wallets w) as wallets,
       (select md5(string_agg(m::text, ',' order by name)) from migrations m) as migrations,
       (select md5(string_agg(prosrc, ',' order by proname)) from pg_proc where proname like 'ledger%') as ledger`,
  )
  return row
}
