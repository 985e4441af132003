/**
 * `npm run upgrade -- [--from commit]`: three servers of an earlier program behind HAProxy are replaced one by one with
 * the current one while players bet. The first current one migrates the database, and the earlier ones go on with it,
 * although a dump holds a lock on every table meanwhile. No call may fail beyond its retries or wait for the migration,
 * and no money may be lost. Writes bench/results/upgrade.md.
 */
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { createDb, type Db } from '#server/db/client.ts'
import { startEmbedded } from '#server/db/embedded.ts'
import { ensureBuilt, serverBuild } from '../../scripts/builds.ts'
import { buildServerOf } from '../reliability/harness/buildServerOf.ts'
import { checkInvariants } from '../reliability/harness/invariants.ts'
import { inOwnNamespaces } from './harness/namespaces.ts'
import { Network } from './harness/Network.ts'
import { Players } from './harness/Players.ts'
import { Programs } from './harness/Programs.ts'
import { Servers, startProxy } from './harness/Servers.ts'
import { inSeconds, table, today, writeReport } from './report.ts'

/** What a migration is made of; the program before the last change of it is the earlier one. */
const schema = ['src/server/db/migrations', 'src/server/ledger/ledger.sql', 'src/server/db/partitions.sql']

/** How long the dump takes, and what a bet may take meanwhile: the start of a server takes a core of its own too. */
const dumpMs = 20_000
const longestWaitMs = 2_000

const { values } = parseArgs({ options: { from: { type: 'string' } } })

await inOwnNamespaces(import.meta.url, ['haproxy', 'iproute2', 'util-linux'], async (folder) => {
  const programs = new Programs(folder)
  const commit = values.from ?? git('rev-parse', `${git('log', '-1', '--format=%H', '--', ...schema)}^`)
  await ensureBuilt([serverBuild])
  const oldFolder = join(folder, 'old')
  await mkdir(oldFolder)
  console.log(await upgrade(programs, commit, await buildServerOf(commit, oldFolder)))
})

async function upgrade(programs: Programs, commit: string, oldProgram: string): Promise<string> {
  await Network.create(programs)
  const postgres = await startEmbedded(programs.folder)
  const env = {
    DATABASE_URL: postgres.adminUrl,
    DATA_DIR: join(programs.folder, 'servers'),
    ENCRYPTION_KEY: 'ab'.repeat(32),
    WEBHOOK_SECRET: 'the secret of this test',
  }
  // One place more than servers: each new one starts before an old one is stopped.
  const servers = new Servers(env, 4)
  const [spare = 0, ...places] = servers.numbers.toReversed()
  await startProxy(programs, [servers.proxyConfig])
  for (const place of places) await servers.start(place, oldProgram)
  await servers.reachable()
  const db = createDb(postgres.adminUrl, { max: 4, maxReads: 2 })
  const before = await migrationsOf(db)
  const players = new Players(servers.url)
  await players.prepare(8, db)
  players.start()
  await players.acknowledged(100)

  const beforeMigration = players.bets.length
  const dump = await holdEveryTable(postgres.adminUrl, dumpMs)
  await servers.start(spare)
  assert.ok(dump.isOver(), 'the migration did not wait for the dump')
  const meanwhile = Math.max(...players.bets.slice(beforeMigration).map(({ ms }) => ms))
  assert.ok(meanwhile < longestWaitMs, `a bet took ${meanwhile} ms while the migration waited`)
  let free = spare
  for (const place of places) {
    if (free !== spare) await servers.start(free)
    await players.acknowledged(100)
    assert.equal(await servers.stop(place), 0, `server ${place} did not stop cleanly`)
    await players.acknowledged(100)
    free = place
  }
  const added = (await migrationsOf(db)).filter((name) => !before.includes(name))
  assert.ok(
    added.length > 0,
    `the program of ${commit} has the schema of the current one: choose another with --from`,
  )
  await assert.rejects(servers.start(free, oldProgram), /newer than this program/)
  await db.write(`insert into migrations (name, checksum) values ('999.of-the-next-program.sql', 'x')`)
  await assert.rejects(servers.start(free), /newer than this program: it has 999\.of-the-next-program\.sql/)
  await players.acknowledged(100)
  await players.end()
  await db.write(`delete from migrations where name like '999.%'`)

  const lost = await players.lost(db)
  await players.checkMoney(db)
  const broken = (await checkInvariants(db)).filter(({ violations }) => violations.length > 0)
  const sockets = await players.socketsBack(db)
  assert.deepEqual([lost, broken.length, sockets], [0, 0, players.count])
  const text = await writeReport('upgrade', [
    '# Rolling upgrade',
    `${today()}. Written by \`npm run upgrade\`. Three servers of commit ${commit.slice(0, 7)} were replaced one by one with the current ones while eight players bet through HAProxy.`,
    table(
      ['', ''],
      [
        ['migrations that the first new server ran, under the old ones', added.join(', ')],
        ['bets acknowledged', players.bets.length],
        ['lost', lost],
        ['calls without an outcome at first, repeated with their key', players.faults],
        ['calls that failed beyond that', 0],
        ['longest time that a player waited for the outcome of a bet, s', inSeconds(players.longestMs)],
        [
          `longest such time while a dump kept the migration waiting for ${inSeconds(dumpMs)} s, s`,
          inSeconds(meanwhile),
        ],
        ['violations of `src/server/ledger/invariants.sql`', broken.length],
        ['sockets that got the event of a bet afterwards', `${sockets} of ${players.count}`],
        ['the earlier program on the migrated database', 'refuses to start'],
        ['the current program on a database of a later one', 'refuses to start'],
      ],
    ),
  ])
  await db.close()
  await postgres.stop()
  return text
}

/** Locks every table as a dump does, for `ms`. */
async function holdEveryTable(url: string, ms: number): Promise<{ isOver: () => boolean }> {
  const db = createDb(url, { max: 1, maxReads: 1 })
  const tables = await db.read<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname = 'public'`,
  )
  let isOver = false
  await new Promise<void>((resolve, reject) => {
    db.tx(async (tx) => {
      await tx.query(`lock table ${tables.map(({ name }) => name).join(', ')} in access share mode`)
      resolve()
      await delay(ms)
    }).then(() => {
      isOver = true
      return db.close()
    }, reject)
  })
  return { isOver: () => isOver }
}

async function migrationsOf(db: Db): Promise<string[]> {
  return (await db.read<{ name: string }>('select name from migrations order by name')).map(
    ({ name }) => name,
  )
}

function git(...args: string[]): string {
  return execFileSync('git', args, { encoding: 'utf8' }).trim()
}
