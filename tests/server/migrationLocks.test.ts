import { randomUUID } from 'node:crypto'
import { EventEmitter, once } from 'node:events'
import { expect, inject, it } from 'vitest'
import { createDb, type Db } from '#server/db/client.ts'
import { migrate, runScripts, type MigrationOptions, type Script } from '#server/db/migrate.ts'
import { atEnd } from './helpers/atEnd.ts'
import { migrateUntil } from './helpers/migrateUntil.ts'
import { databaseUrl } from './helpers/testPostgres.ts'

/** The first migration after the last release. */
const firstNew = '500.'

it('servers of the last release wait for no lock while a dump keeps the migrations waiting', async () => {
  const { db, connect } = await releasedDatabase()
  const tables = await tablesOf(db)
  const dump = createHold(connect(), tables)
  await dump.held
  const reasons: string[] = []
  let isMigrated = false
  const migrated = migrate(connect(), ['sandbox', 'sandbox_provider'], undefined, {
    onWait: (reason) => reasons.push(reason),
  }).then((ran) => {
    isMigrated = true
    return ran
  })

  const calls = connect()
  let longest = 0
  const touchEveryTable = async () => {
    for (const table of tables) {
      const began = performance.now()
      // As a call does: it locks the table against changes of its columns, and a row of it where there is one.
      await calls.write(`select 1 from ${table} limit 1 for update`)
      longest = Math.max(longest, performance.now() - began)
    }
  }
  while (reasons.length === 0) await touchEveryTable()
  expect(isMigrated).toBe(false)
  expect(reasons[0]).toMatch(
    /A table that a migration changes is in use\. In transactions: process \d+ \([\w ]+\) for \d+ s/,
  )
  dump.release()
  while (!isMigrated) await touchEveryTable()
  expect((await migrated).length).toBeGreaterThan(30)
  expect(longest).toBeLessThan(1_000)
})

it('a migration that gets no lock in time ends with the reason, and leaves what has run', async () => {
  const { db, connect } = await releasedDatabase()
  const hold = createHold(connect(), ['users'])
  await hold.held
  const attempt = (options: MigrationOptions) => migrate(connect(), [], undefined, options)
  await expect(attempt({ patienceMs: 500 })).rejects.toThrow(
    /The database cannot be migrated\. A table .* is in use/,
  )
  const [first] = await db.read<{ at: Date }>(`select at from migrations where name = '500.office.sql'`)
  expect(first).toBeDefined()
  hold.release()
  await attempt({})
  expect(await db.read(`select at from migrations where name = '500.office.sql'`)).toEqual([first])
})

it('an index on a table in use is built while its rows are written, also after an interruption', async () => {
  const { db, connect } = await releasedDatabase()
  const script = (name: string, sql: string): Script => ({ name, sql, checksum: name })
  const table = script('001.probe.sql', 'create table probe (id integer)')
  await runScripts(db, 'probe_migrations', [table])
  await db.write('insert into probe values (1), (1)')
  // What an interruption leaves too: an index that counts for nothing.
  await expect(db.write('create unique index concurrently probe_id on probe (id)')).rejects.toThrow(
    'could not create unique index',
  )
  await db.write('delete from probe')

  const hold = createHold(connect(), ['probe'], 'row exclusive')
  await hold.held
  const index = script(
    '002.index.sql',
    'create unique index concurrently if not exists probe_id on probe (id)',
  )
  const built = runScripts(connect(), 'probe_migrations', [table, index])
  const isBuilding = async () =>
    (
      await db.read(
        `select from pg_stat_activity where query ~ '^(drop|create unique) index concurrently' and state = 'active'`,
      )
    ).length > 0
  while (!(await isBuilding()));
  const began = performance.now()
  await db.write('insert into probe values (2)')
  expect(performance.now() - began).toBeLessThan(1_000)
  hold.release()
  expect(await built).toEqual(['002.index.sql'])
  expect(
    await db.read(`select indisvalid as valid from pg_index where indexrelid = 'probe_id'::regclass`),
  ).toEqual([{ valid: true }])
  expect(await runScripts(connect(), 'probe_migrations', [table, index])).toEqual([])
})

/** A database as the last release left it, with a row in each of the tables that calls write most. */
async function releasedDatabase(): Promise<{ db: Db; connect: () => Db }> {
  const maintenance = createDb(inject('postgresUrl'), { max: 1 })
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await maintenance.write(`create database ${name} template template0`)
  const opened: Db[] = []
  const connect = () => {
    const db = createDb(databaseUrl(inject('postgresUrl'), name), { max: 1, maxReads: 1 })
    opened.push(db)
    return db
  }
  atEnd(async () => {
    await Promise.all(opened.map((db) => db.close()))
    await maintenance.write(`drop database ${name} with (force)`)
    await maintenance.close()
  })
  const db = connect()
  await migrateUntil(db, firstNew)
  await db.write(`insert into users (id, email, password_hash, invite_code, created_at)
    values ('p', 'p@x.test', '', 'P', now())`)
  await db.write(`insert into wallets (user_id) values ('p')`)
  return { db, connect }
}

async function tablesOf(db: Db): Promise<string[]> {
  const rows = await db.read<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public' order by 1`,
  )
  return rows.map(({ name }) => name)
}

/** Locks the tables as a report or a dump does, until it is released. */
function createHold(
  db: Db,
  tables: string[],
  mode = 'access share',
): { held: Promise<void>; release: () => void } {
  const hold = new EventEmitter()
  const held = new Promise<void>((resolve, reject) => {
    db.tx(async (tx) => {
      await tx.query(`lock table ${tables.join(', ')} in ${mode} mode`)
      resolve()
      await once(hold, 'release')
    }).catch(reject)
  })
  return { held, release: () => hold.emit('release') }
}
