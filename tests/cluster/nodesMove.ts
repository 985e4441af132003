/**
 * Moves a running database of one PostgreSQL to Citus (scripts/citus/move) while the storm of `npm run distributed` plays on two servers,
 * which are replaced after the switch. A move before that is stopped in its pause, as by Ctrl+C, after which the players go on and nothing of
 * it is left.
 * No acknowledged call may be lost, and every invariant must hold on the nodes. Writes what it saw to the file that `--out` names.
 */
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { StartError } from '#server/config/startError.ts'
import { createDb } from '#server/db/client.ts'
import { migrate } from '#server/db/migrate.ts'
import { roles } from '#server/db/roles.ts'
import { ensureBuilt, serverBuild } from '../../scripts/builds.ts'
import { copyDatabase } from '../../scripts/citus/copyDatabase.ts'
import { database, findCitus, Node, Nodes } from '../../scripts/citus/Nodes.ts'
import { move } from '../../scripts/citus/move/Move.ts'
import type { StormMove } from '../../scripts/citus/storms.ts'
import { checkInvariants } from '../reliability/harness/invariants.ts'
import { Journal } from '../reliability/harness/Journal.ts'
import { Lab, stop, type RunningServer } from '../reliability/harness/Lab.ts'
import { Load } from '../reliability/harness/Load.ts'
import { Random } from '../reliability/harness/random.ts'
import { Stage } from '../reliability/harness/Stage.ts'
import { Newcomers } from './harness/Newcomers.ts'
import { until } from './harness/Programs.ts'

const { values } = parseArgs({ options: { out: { type: 'string' } } })
const players = 8
/** Calls before the move, and after it. */
const calls = 200
/** Calls after the move that is stopped. */
const callsAfterStop = 50
const limitMs = 120_000
/** A copy of the nodes' database, for the move that is stopped. */
const spare = 'palpite_spare'

try {
  const bin = findCitus(process.env['CITUS_BIN'])
  await ensureBuilt([serverBuild])
  const single = await Node.startPlain(bin)
  const nodes = await Nodes.start(bin, 2)
  try {
    const moved = await play(single.node, nodes, join(bin, 'psql'))
    for (const what of moved.wrong) console.log(`  ${what}`)
    console.log(JSON.stringify({ ...moved, wrong: moved.wrong.length }))
    if (values.out !== undefined) await writeFile(values.out, JSON.stringify(moved))
    process.exitCode = moved.wrong.length === 0 ? 0 : 1
  } finally {
    await nodes.stop()
    await single.stop()
  }
} catch (error) {
  if (!(error instanceof StartError)) throw error
  console.error(error.message)
  process.exitCode = 2
}

async function play(single: Node, nodes: Nodes, psql: string): Promise<StormMove> {
  const { coordinator } = nodes
  const template = { postgresUrl: single.urlOf('admin', 'postgres'), template: database, preparedCluster: '' }
  const lab = new Lab(template, new Journal(), new Random(Date.now() % 1_000_000))
  try {
    for (const node of [single, coordinator]) {
      const owner = createDb(node.urlOf('owner'), { max: 1, maxReads: 1 })
      await migrate(owner, ['sandbox', 'sandbox_provider'], roles.program)
      await owner.close()
    }
    for (const node of nodes.all) await copyDatabase(node.urlOf('admin', 'postgres'), database, spare)
    const common = {
      DATA_DIR: await lab.folder(),
      ENCRYPTION_KEY: randomBytes(32).toString('hex'),
      TRUST_PROXY: '1',
    }
    const start = (node: Node) =>
      lab.server({ ...common, DATABASE_URL: node.urlOf('program'), DATABASE_OWNER_URL: node.urlOf('owner') })
    const servers: RunningServer[] = [await start(single), await start(single)]
    const [first] = servers
    if (!first) throw new Error('no server')
    const open = (node: Node) => {
      const db = createDb(node.urlOf('admin'), { max: 4 })
      lab.defer(() => db.close())
      return db
    }
    const stage = new Stage(lab, open(single), first.url)
    const load = new Load(stage, () => servers.map(({ url }) => url))
    const newcomers = new Newcomers(stage)
    await load.prepare(players)
    load.start()
    newcomers.start()
    await acknowledged(load, calls)
    const stoppedPauseMs = await stoppedInPause(load, {
      from: single.urlOf('admin'),
      to: coordinator.urlOf('owner', spare),
      psql,
    })
    load.watch()
    const moved = await move({
      from: single.urlOf('admin'),
      to: coordinator.urlOf('owner'),
      psql,
      signal: new AbortController().signal,
      onStep: (text) => console.log(text),
    })
    const others = await Promise.all([start(coordinator), start(coordinator)])
    const earlier = servers.splice(0, servers.length, ...others)
    stage.url = others[0].url
    stage.db = open(coordinator)
    // They wait for a database that takes writes again, and for their last calls.
    const stopped = Promise.all(earlier.map(stop))
    await acknowledged(load, calls)
    const playersPauseMs = load.longestGapMs
    await stopped
    await load.end()
    await newcomers.end()
    const wrong: string[] = []
    const repeated = await load.repeatUnknown()
    await load.verify().catch((error: unknown) => wrong.push(String(error)))
    wrong.push(...(await newcomers.missing(stage.db)))
    for (const { name, violations } of await checkInvariants(stage.db))
      for (const what of violations) wrong.push(`${name}: ${what}`)
    return { ...moved, calls: load.entries.length, repeated, playersPauseMs, stoppedPauseMs, wrong }
  } finally {
    await lab.close()
  }
}

/**
 * Starts a move in a terminal, presses Ctrl+C as soon as the source takes no writes, and again when it takes them: the terminal sends
 * each to npm and to the program. Returns for how long no call was acknowledged.
 */
async function stoppedInPause(load: Load, at: { from: string; to: string; psql: string }): Promise<number> {
  const options = Object.entries(at).map(([name, value]) => `--${name} '${value}'`)
  const command = `npm run move -- ${options.join(' ')}`
  const terminal = spawn('script', ['--quiet', '--flush', '--return', '--command', command, '/dev/null'], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const ended = once(terminal, 'close')
  const answers = ['takes no writes now', 'takes writes again']
  let printed = ''
  terminal.stdout.on('data', (chunk: Buffer) => {
    printed += chunk.toString()
    const [answer] = answers
    if (answer === undefined || !printed.includes(answer)) return
    if (answers.length === 2) load.watch()
    answers.shift()
    terminal.stdin.write('\x03')
  })
  const [code] = (await ended) as [number | null]
  process.stdout.write(printed)
  if (
    code === 0 ||
    !printed.includes('The source takes writes again.') ||
    !printed.includes('Stopped by SIGINT.')
  )
    throw new Error(`the move that was stopped in its pause ended with ${code}`)
  const left = await leftBy(at.from)
  if (left.length > 0) throw new Error(`the move that was stopped in its pause left ${left.join(', ')}`)
  await acknowledged(load, callsAfterStop)
  return load.longestGapMs
}

/** What a move adds to its source, as far as it is there. */
async function leftBy(source: string): Promise<string[]> {
  const db = createDb(source, { max: 1, maxReads: 1 })
  try {
    const rows = await db.read<{ what: string }>(
      `select 'the slot ' || slot_name as what from pg_replication_slots
        union all select 'the publication ' || pubname from pg_publication
        union all select 'the replica identity of ' || oid::regclass from pg_class where relreplident = 'f'`,
    )
    return rows.map(({ what }) => what)
  } finally {
    await db.close()
  }
}

async function acknowledged(load: Load, more: number): Promise<void> {
  const target = load.acknowledged + more
  await until(`${more} calls are acknowledged`, () => Promise.resolve(load.acknowledged >= target), limitMs)
}
