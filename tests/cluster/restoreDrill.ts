/**
 * `npm run restore-drill`: a server on a PostgreSQL 15 that pgBackRest backs up. Players bet, a moment is noted, they
 * bet on, the database is destroyed, and its state at that moment is restored into a new folder. Every account of every
 * player must have what the ledger said at that moment. Writes bench/results/restore.md.
 */
import assert from 'node:assert/strict'
import { setTimeout as delay } from 'node:timers/promises'
import { createDb, type Db } from '#server/db/client.ts'
import { ensureBuilt, serverBuild } from '../../scripts/builds.ts'
import { checkInvariants } from '../reliability/harness/invariants.ts'
import { BackedUpPostgres } from './harness/BackedUpPostgres.ts'
import { inOwnNamespaces } from './harness/namespaces.ts'
import { Network } from './harness/Network.ts'
import { Players } from './harness/Players.ts'
import { Programs } from './harness/Programs.ts'
import { Servers, startProxy } from './harness/Servers.ts'
import { inSeconds, table, today, writeReport } from './report.ts'

await inOwnNamespaces(
  import.meta.url,
  ['postgresql-15', 'pgbackrest', 'haproxy', 'iproute2', 'util-linux'],
  async (folder) => {
    const programs = new Programs(folder)
    await ensureBuilt([serverBuild])
    try {
      console.log(await drill(programs))
    } catch (error) {
      console.error(await programs.lastLines(40))
      throw error
    }
  },
)

async function drill(programs: Programs): Promise<string> {
  const began = performance.now()
  await Network.create(programs)
  const postgres = await BackedUpPostgres.create(programs)
  await postgres.start()
  await postgres.createDatabase()
  const servers = new Servers(
    {
      DATABASE_URL: postgres.url,
      DATA_DIR: programs.folder,
      ENCRYPTION_KEY: 'ab'.repeat(32),
      WEBHOOK_SECRET: 'the secret of this test',
    },
    1,
  )
  await startProxy(programs, [servers.proxyConfig])
  await servers.start(0)
  await servers.reachable()
  const db = createDb(postgres.url, { max: 4, maxReads: 2 })
  const players = new Players(servers.url)
  await players.prepare(8, db)

  // The backup is taken while they play.
  players.start()
  await players.acknowledged(100)
  const backupBegan = performance.now()
  await postgres.backUp()
  const backupMs = performance.now() - backupBegan
  await players.acknowledged(200)
  await players.end()
  // A pause, so that the moment lies between two bets for certain.
  await delay(300)
  const moment = new Date()
  const betsThen = players.bets.length
  await delay(300)
  players.start()
  await players.acknowledged(300)
  await players.end()

  const betsAfter = players.bets.length - betsThen
  const expected = await accountsAt(db, moment)
  const later = await accountsAt(db, new Date())
  assert.ok(expected.size >= players.count, 'the ledger has no accounts')
  assert.notDeepEqual(later, expected, 'nobody’s money has changed after the moment')
  await postgres.archiveWal()
  await servers.stop(0)
  await db.close()

  await postgres.destroy()
  const restoreBegan = performance.now()
  await postgres.restore(moment)
  await postgres.start()
  const restored = createDb(postgres.url, { max: 4, maxReads: 2 })
  await servers.start(0)
  await servers.reachable()
  const restoreMs = performance.now() - restoreBegan

  assert.deepEqual(await walletsOf(restored), expected, 'the wallets are not what the ledger said')
  assert.deepEqual(await accountsAt(restored, new Date()), expected, 'the ledger is not what it was')
  await checkLedger(restored)
  // The players go on where they were at that moment, with their sessions.
  players.forgetSince(betsThen)
  await players.checkMoney(restored)
  players.start()
  await players.acknowledged(50)
  await players.end()
  await players.checkMoney(restored)
  assert.equal(await players.lost(restored), 0)
  await checkLedger(restored)
  await restored.close()

  return writeReport('restore', [
    '# Backup and restore',
    `${today()}, PostgreSQL 15 and pgBackRest 2.45 (Debian 12). Written by \`npm run restore-drill\` in ${inSeconds(performance.now() - began)} s.`,
    table(
      ['', ''],
      [
        ['bets before the moment', betsThen],
        ['bets after it, which the restore leaves out', betsAfter],
        ['full backup under load, s', inSeconds(backupMs)],
        ['restore until the server is ready, s', inSeconds(restoreMs)],
        ['accounts compared with the ledger at that moment', expected.size],
        ['accounts that differ', 0],
        ['violations of `src/server/ledger/invariants.sql`', 0],
        ['bets played on the restored database', players.bets.length - betsThen],
      ],
    ),
  ])
}

/** Player and account -> balance in cents, summed up from the ledger's entries until then. */
async function accountsAt(db: Db, moment: Date): Promise<Map<string, number>> {
  const rows = await db.read<{ account: string; cents: number }>(
    `select e.user_id || ' ' || e.account as account, sum(e.amount)::bigint as cents
     from entries e join transfers t on t.id = e.transfer_id
     where e.user_id is not null and t.at <= $1 group by 1 order by 1`,
    [moment],
  )
  return new Map(rows.map(({ account, cents }) => [account, cents]))
}

/** The same, from what the wallets say; accounts that never had an entry are left out. */
async function walletsOf(db: Db): Promise<Map<string, number>> {
  const rows = await db.read<{ account: string; cents: number }>(
    `select user_id || ' ' || account as account, balance as cents from ledger_accounts a
     where user_id is not null and exists (select from entries e where e.user_id = a.user_id and e.account = a.account)
     order by 1`,
  )
  return new Map(rows.map(({ account, cents }) => [account, cents]))
}

async function checkLedger(db: Db): Promise<void> {
  const broken = (await checkInvariants(db)).filter(({ violations }) => violations.length > 0)
  assert.deepEqual(broken, [])
}
