/**
 * The storm of `npm run distributed`: two servers on a coordinator and two workers of Citus. While players bet, deposit, withdraw and
 * register, the nodes and a server are killed in turn; then no acknowledged call may be lost and none may have two effects, and
 * every invariant of the ledger must hold. Prints a line for each kill and writes them to the file that `--out` names.
 */
import { randomBytes } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { StartError } from '#server/config/startError.ts'
import { createDb, type Db } from '#server/db/client.ts'
import { migrate } from '#server/db/migrate.ts'
import { roles } from '#server/db/roles.ts'
import { ensureBuilt, serverBuild } from '../../scripts/builds.ts'
import { database, findCitus, Nodes, type Node } from '../../scripts/citus/Nodes.ts'
import type { NodeKill } from '../../scripts/citus/storms.ts'
import { checkInvariants } from '../reliability/harness/invariants.ts'
import { Journal } from '../reliability/harness/Journal.ts'
import { kill, Lab, type RunningServer } from '../reliability/harness/Lab.ts'
import { Load } from '../reliability/harness/Load.ts'
import { Random } from '../reliability/harness/random.ts'
import { Stage } from '../reliability/harness/Stage.ts'
import { Newcomers } from './harness/Newcomers.ts'
import { until } from './harness/Programs.ts'

const { values } = parseArgs({
  options: {
    times: { type: 'string', default: '1' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    only: { type: 'string' },
    out: { type: 'string' },
  },
})
const workers = 2
const players = 8
/** How long a node is away, in ms. */
const awayMs = 1_000
/** A player's call is retried by the server for half of this. */
const recoveryMs = 60_000

const victims = ['worker', 'coordinator', 'server', 'worker and coordinator'] as const
type Victim = (typeof victims)[number]

interface Storm {
  nodes: Nodes
  lab: Lab
  stage: Stage
  load: Load
  newcomers: Newcomers
  servers: RunningServer[]
  env: Record<string, string>
  db: Db
}

try {
  const bin = findCitus(process.env['CITUS_BIN'])
  await ensureBuilt([serverBuild])
  const nodes = await Nodes.start(bin, workers)
  try {
    process.exitCode = await play(nodes)
  } finally {
    await nodes.stop()
  }
} catch (error) {
  if (!(error instanceof StartError)) throw error
  console.error(error.message)
  process.exitCode = 2
}

async function play(nodes: Nodes): Promise<number> {
  const { coordinator } = nodes
  const seed = Number(values.seed)
  const template = {
    postgresUrl: coordinator.urlOf('admin', 'postgres'),
    template: database,
    preparedCluster: '',
  }
  const lab = new Lab(template, new Journal(), new Random(seed))
  console.log(`storm with seed ${seed}`)
  const rows: NodeKill[] = []
  try {
    const owner = createDb(coordinator.urlOf('owner'), { max: 1, maxReads: 1 })
    await migrate(owner, ['sandbox', 'sandbox_provider'], roles.program)
    await owner.close()
    const env = {
      DATABASE_URL: coordinator.urlOf('program'),
      DATABASE_OWNER_URL: coordinator.urlOf('owner'),
      DATA_DIR: await lab.folder(),
      ENCRYPTION_KEY: randomBytes(32).toString('hex'),
      TRUST_PROXY: '1',
    }
    const servers = [await lab.server(env), await lab.server(env)]
    const db = createDb(coordinator.urlOf('admin'), { max: 4 })
    lab.defer(() => db.close())
    const stage = new Stage(lab, db, urlOf(servers, 0))
    const load = new Load(stage, () => servers.map(({ url }) => url))
    await load.prepare(players)
    const storm = { nodes, lab, stage, load, newcomers: new Newcomers(stage), servers, env, db }
    for (let time = 0; time < Number(values.times); time++)
      for (const victim of victims)
        if (values.only === undefined || values.only === victim) rows.push(await oneKill(storm, victim))
  } finally {
    await lab.close()
    if (values.out !== undefined) await writeFile(values.out, JSON.stringify(rows))
  }
  return rows.every(({ wrong }) => wrong.length === 0) ? 0 : 1
}

function urlOf(servers: readonly RunningServer[], index: number): string {
  const server = servers[index]
  if (!server) throw new Error(`there is no server ${index}`)
  return server.url
}

async function oneKill(storm: Storm, victim: Victim): Promise<NodeKill> {
  const { nodes, lab, stage, load, newcomers, servers, env, db } = storm
  const earlier = load.entries.length
  load.start()
  newcomers.start()
  await underLoad(load, lab.random.integer(60, 160))
  load.watch()
  if (victim === 'server') {
    const last = servers.pop()
    if (!last) throw new Error('no server')
    await kill(last)
    servers.push(await lab.server(env))
  } else await killNodes(victimsOf(nodes, victim, lab.random))
  const left = await prepared(nodes)
  await underLoad(load, 3 * players)
  const pauseMs = load.longestGapMs
  await load.end()
  await newcomers.end()
  const began = performance.now()
  await until('no transaction is left prepared', async () => (await prepared(nodes)) === 0, recoveryMs)
  const row: NodeKill = {
    victim,
    calls: load.entries.length - earlier,
    newcomers: newcomers.count,
    repeated: 0,
    pauseMs,
    prepared: left,
    recoveredMs: left === 0 ? undefined : performance.now() - began,
    wrong: [],
  }
  row.repeated = await load.repeatUnknown()
  await load.verify().catch((error: unknown) => row.wrong.push(String(error)))
  row.wrong.push(...(await newcomers.missing(db)))
  for (const { name, violations } of await checkInvariants(db))
    for (const what of violations) row.wrong.push(`${name}: ${what}`)
  for (const what of row.wrong) console.log(`  ${what}`)
  stage.url = urlOf(servers, 0)
  console.log(JSON.stringify({ ...row, wrong: row.wrong.length }))
  return row
}

function victimsOf({ coordinator, workers: all }: Nodes, victim: Victim, random: Random): Node[] {
  const worker = random.pick(all)
  if (victim === 'worker') return [worker]
  return victim === 'coordinator' ? [coordinator] : [worker, coordinator]
}

async function killNodes(nodes: readonly Node[]): Promise<void> {
  await Promise.all(nodes.map((node) => node.kill()))
  await delay(awayMs)
  await Promise.all(nodes.map((node) => node.start()))
}

/** Transactions that are prepared on a node, of which the coordinator has not said yet whether they are committed. */
async function prepared(nodes: Nodes): Promise<number> {
  let sum = 0
  for (const node of nodes.all) {
    const [row] = await node.asAdmin((db) =>
      db.read<{ n: number }>('select count(*) as n from pg_prepared_xacts'),
    )
    sum += row?.n ?? 0
  }
  return sum
}

async function underLoad(load: Load, calls: number): Promise<void> {
  const target = load.acknowledged + calls
  await until(
    `${calls} calls are acknowledged`,
    () => Promise.resolve(load.acknowledged >= target),
    recoveryMs,
  )
}
