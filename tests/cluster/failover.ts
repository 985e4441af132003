/**
 * `npm run failover`: three servers behind HAProxy on two PostgreSQL 15 with Patroni and etcd. While players bet, it
 * breaks one thing after another, three times each, and checks that no acknowledged bet is lost and that the ledger
 * holds. Writes bench/results/failover.md. Needs Debian's packages and root; says so otherwise.
 */
import assert from 'node:assert/strict'
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { createDb, type Db } from '#server/db/client.ts'
import { ensureBuilt, serverBuild } from '../../scripts/builds.ts'
import { checkInvariants } from '../reliability/harness/invariants.ts'
import { Cluster } from './harness/Cluster.ts'
import { inOwnNamespaces } from './harness/namespaces.ts'
import { Network } from './harness/Network.ts'
import { Players } from './harness/Players.ts'
import { Programs, until } from './harness/Programs.ts'
import { Servers, startProxy } from './harness/Servers.ts'
import { writeFailoverReport, type Round } from './report.ts'

const { values } = parseArgs({
  options: { times: { type: 'string', default: '3' }, only: { type: 'string' } },
})
const times = Number(values.times)
if (!(times >= 1)) throw new Error('--times must be 1 or more')

interface Lab {
  cluster: Cluster
  servers: Servers
  players: Players
  db: Db
}

/** Breaks something under load; returns what it measured, in ms. `began` is when it broke. */
type Fault = (lab: Lab) => Promise<{ failoverMs?: number; rejoinMs?: number; note?: string }>

const faults: Record<string, Fault> = {
  'primary killed': async ({ cluster }) => {
    const primary = await cluster.primary()
    const began = performance.now()
    await cluster.killPostgres(primary)
    return recovered(cluster, primary, began)
  },
  'primary cut off': cutOff,
  'replication stalled, primary killed': killWithoutReplication,
  'server killed': async ({ servers }) => {
    const number = servers.numbers.length - 1
    const began = performance.now()
    await servers.kill(number)
    await delay(1_000)
    await servers.start(number)
    return { rejoinMs: performance.now() - began }
  },
}

/** Patroni may also start the killed one again, when it is not sure of the other. */
async function recovered(cluster: Cluster, old: Parameters<Cluster['other']>[0], began: number) {
  const primary = await cluster.leadsTo()
  const failoverMs = performance.now() - began
  await cluster.synchronous((await cluster.isSynchronous()) ? 'sync_standby' : 'replica')
  const note = primary.name === old.name ? 'started again, no failover' : ''
  return { failoverMs, rejoinMs: performance.now() - began, note }
}

/** The network to the primary is cut. It must not acknowledge a write any more, stop being one, and come back as a standby. */
async function cutOff({ cluster, db }: Lab): ReturnType<Fault> {
  const old = await cluster.primary()
  await db.write('create table if not exists written_while_cut_off (id text)')
  const began = performance.now()
  await cluster.network.unplug(old)
  await delay(200)
  // From inside the cut-off machine: the commit waits for the other node, until the old primary gives up.
  const written = cluster
    .psql(old, `insert into written_while_cut_off values ('by the old primary')`)
    .then(
      () => true,
      () => false,
    )
    .then((isWritten) => ({ isWritten, afterMs: performance.now() - began }))
  await cluster.leadsTo(cluster.other(old))
  const failoverMs = performance.now() - began
  const { isWritten, afterMs: fencedMs } = await written
  assert.equal(isWritten, false, 'the cut-off primary has acknowledged a write')
  await until('the old primary is a standby', async () => {
    return (await cluster.psql(old, 'select pg_is_in_recovery()')) === 't'
  })
  await delay(3_000)
  const pluggedAt = performance.now()
  await cluster.network.plugIn(old)
  await cluster.synchronous()
  assert.deepEqual(await db.read('select id from written_while_cut_off'), [])
  return {
    failoverMs,
    rejoinMs: performance.now() - pluggedAt,
    note: `fenced after ${(fencedMs / 1000).toFixed(1)} s`,
  }
}

/** The standby gets nothing for a while, then the primary dies: what was acknowledged meanwhile is lost unless commits wait. */
async function killWithoutReplication({ cluster, players }: Lab): ReturnType<Fault> {
  const primary = await cluster.primary()
  const standby = cluster.other(primary)
  await cluster.network.block(primary, standby)
  await Promise.race([players.acknowledged(100), delay(1_000)])
  const began = performance.now()
  await cluster.killPostgres(primary)
  await cluster.network.dropConnections(primary, standby)
  await cluster.network.unblock(primary, standby)
  return recovered(cluster, primary, began)
}

await inOwnNamespaces(
  import.meta.url,
  ['postgresql-15', 'patroni', 'etcd-server', 'haproxy', 'iproute2', 'util-linux'],
  async (folder) => {
    const programs = new Programs(folder)
    const began = performance.now()
    await ensureBuilt([serverBuild])
    const lab = await startLab(programs).catch(async (error: unknown) => {
      console.error(await programs.lastLines())
      throw error
    })
    const readyMs = performance.now() - began
    console.log(`the cluster is ready after ${(readyMs / 1000).toFixed(1)} s`)
    const rounds: Round[] = []
    try {
      for (const [name, fault] of Object.entries(faults)) {
        if (values.only !== undefined && values.only !== name) continue
        const count = fault === killWithoutReplication ? 1 : times
        for (let i = 0; i < count; i++) rounds.push(await play(lab, name, fault))
      }
      for (const round of rounds)
        assert.deepEqual(
          [round.lost, round.violations, round.socketsBack],
          [0, 0, round.sockets],
          round.fault,
        )
      await lab.players.checkMoney(lab.db)
      if (values.only === undefined || values.only === 'control') rounds.push(await control(lab))
    } catch (error) {
      console.error(await programs.lastLines(), lab.servers.logs())
      throw error
    } finally {
      console.log(await writeFailoverReport({ rounds, readyMs, seconds: (performance.now() - began) / 1000 }))
    }
  },
)

async function startLab(programs: Programs): Promise<Lab> {
  const network = await Network.create(programs)
  const starting = Cluster.start(programs, network)
  const cluster = await starting
  const servers = new Servers(
    {
      DATABASE_URL: cluster.url,
      DATA_DIR: programs.folder,
      LOG_LEVEL: 'warn',
      ENCRYPTION_KEY: 'ab'.repeat(32),
      WEBHOOK_SECRET: 'the secret of this test',
      TRUST_PROXY: '1',
    },
    3,
  )
  await startProxy(programs, [cluster.proxyConfig, servers.proxyConfig])
  await until('the database', () => cluster.createDatabase().then(() => true))
  await Promise.all(servers.numbers.map((number) => servers.start(number)))
  await servers.reachable()
  const db = createDb(cluster.url, { max: 4, maxReads: 2 })
  const players = new Players(servers.url)
  await players.prepare(8, db)
  return { cluster, servers, players, db }
}

/** One fault under load, and what it did to the players. */
async function play(lab: Lab, name: string, fault: Fault): Promise<Round> {
  const { players, db } = lab
  const before = players.bets.length
  players.start()
  await players.acknowledged(60)
  const measured = await fault(lab)
  await players.acknowledged(60)
  await players.end()
  const lost = await players.lost(db)
  const broken = (await checkInvariants(db)).filter(({ violations }) => violations.length > 0)
  const round: Round = {
    fault: name,
    ...measured,
    bets: players.bets.length - before,
    repeated: players.faults,
    lost,
    longestMs: players.longestMs,
    violations: broken.length,
    sockets: players.count,
    socketsBack: await players.socketsBack(db),
  }
  console.log(JSON.stringify(round))
  return round
}

/** Without synchronous replication the same fault must lose bets, or this test could not see a loss. */
async function control(lab: Lab): Promise<Round> {
  await lab.cluster.setSynchronous(false)
  const round = await play(lab, 'control: not synchronous', killWithoutReplication)
  assert.ok(round.lost > 0, 'the control has lost no bet: this test cannot see a loss')
  return round
}
