/**
 * `npm run distributed`: the product on a Citus cluster of a coordinator and workers on loopback. It needs the folder of a
 * PostgreSQL installation with Citus in CITUS_BIN. Checks how each table is kept, which statements go where and what is
 * refused, plays a storm with kills, moves a running database over, and measures reads, pushes and a bet beside one PostgreSQL. Writes
 * bench/results/distributed.md; exits with 1 when something is refused, lost or violated. A name runs one part only: `-- checks`,
 * `-- storm`, `-- move`, `-- calls`, `-- bets`. `-- base` spreads the schema of one PostgreSQL as it is, and prints what the engine refuses.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { StartError } from '#server/config/startError.ts'
import { createDb } from '#server/db/client.ts'
import { migrate } from '#server/db/migrate.ts'
import { roles } from '#server/db/roles.ts'
import { findCitus, Nodes } from '../scripts/citus/Nodes.ts'
import type { NodeKill, StormMove } from '../scripts/citus/storms.ts'
import { reportBase } from './distributed/base.ts'
import { measureSpreadBets } from './distributed/bets.ts'
import { measureSpreadCalls } from './distributed/calls.ts'
import { reportClaims } from './distributed/claims.ts'
import { reportCommits } from './distributed/commits.ts'
import { withServer } from './distributed/play.ts'
import { reportPlans } from './distributed/plans.ts'
import { writeDistributedReport, type Parts } from './distributed/report.ts'
import { reportSpread } from './distributed/spread.ts'

const workers = 2
/** The numbers of workers that bets are measured on. */
const clusters = [1, 2, 4]

try {
  const bin = findCitus(process.env['CITUS_BIN'])
  const only = process.argv[2]
  if (only === 'base') process.exitCode = await onNodes(bin, reportBase)
  else {
    const parts: Parts = {}
    let wrong = 0
    if (only === undefined || only === 'checks') {
      parts.wrong = (await onNodes(bin, check)) + makeCalls()
      wrong += parts.wrong
    }
    if (only === undefined || only === 'storm') {
      parts.kills = storm()
      wrong += parts.kills.filter((kill) => kill.wrong.length > 0).length
    }
    if (only === undefined || only === 'move') {
      const { result, isDone } = played<StormMove>('nodesMove')
      if (result) parts.move = result
      if (!isDone) wrong++
    }
    if (only === undefined || only === 'calls') parts.calls = await measureSpreadCalls(bin)
    if (only === undefined || only === 'bets') parts.bets = await measureSpreadBets(bin, clusters)
    console.log(await writeDistributedReport(parts))
    process.exitCode = wrong === 0 ? 0 : 1
  }
} catch (error) {
  if (!(error instanceof StartError)) throw error
  console.error(error.message)
  process.exitCode = 2
}

async function onNodes<T>(bin: string, work: (nodes: Nodes) => Promise<T>): Promise<T> {
  const nodes = await Nodes.start(bin, workers)
  try {
    return await work(nodes)
  } finally {
    await nodes.stop()
  }
}

/** Returns the number of tables, statements and jobs that are not as they should be, and of violations of the ledger. */
async function check(nodes: Nodes): Promise<number> {
  const { coordinator } = nodes
  const db = createDb(coordinator.urlOf('owner'), { name: 'migrations', max: 1, maxReads: 1 })
  try {
    await migrate(db, ['sandbox', 'sandbox_provider'], roles.program, {
      onWait: (reason) => console.log(reason),
    })
  } finally {
    await db.close()
  }
  let wrong = (await reportSpread(nodes)) + (await reportClaims(nodes)) + (await reportCommits(nodes))
  const database = { url: coordinator.urlOf('program'), ownerUrl: coordinator.urlOf('owner') }
  const refused = new Set<string>()
  try {
    await withServer(database, async (server) => void (wrong += await reportPlans(nodes, server)), {
      onError: ({ what, why }) => void refused.add(what === why ? what : `${what}: ${why}`),
    })
  } finally {
    for (const each of refused) console.log(`the server's log: ${each}`)
  }
  const violations = await coordinator.asAdmin((admin) =>
    admin.read<{ rule: string; what: string }>('select rule, what from ledger_violations'),
  )
  for (const { rule, what } of violations) console.log(`${rule}: ${what}`)
  console.log(`${violations.length} violations of the ledger`)
  return wrong + refused.size + violations.length
}

/**
 * On nodes of their own, makes every call of a player, and has the engine explain each statement; reads every list of the back office
 * by each filter and sort; settles a round of double while a node has a bet prepared. Returns 1 when a statement is wide, something is
 * refused, or the round does not wait.
 */
function makeCalls(): number {
  const log = join(mkdtempSync(join(tmpdir(), 'distributed-log-')), 'coordinator.log')
  const files = ['playerStatements', 'playerReads', 'officeFilters', 'doubleOnNodes'].map(
    (name) => `tests/server/${name}.test.ts`,
  )
  // One after the other: each has a time limit.
  const test = ['vitest', 'run', '--project', 'server', '--no-file-parallelism', ...files]
  const { status } = spawnSync('npx', test, {
    stdio: 'inherit',
    env: { ...process.env, TEST_CITUS: log },
  })
  return status === 0 ? 0 : 1
}

/** The storm with kills is a program of the tests. Returns what each kill did. */
function storm(): NodeKill[] {
  const { result: kills = [], isDone } = played<NodeKill[]>('nodesStorm')
  // It may have ended before its last kill.
  const end = {
    victim: 'the storm',
    calls: 0,
    newcomers: 0,
    repeated: 0,
    pauseMs: 0,
    prepared: 0,
    wrong: ['failed'],
  }
  return isDone || kills.some(({ wrong }) => wrong.length > 0) ? kills : [...kills, end]
}

/** Runs a program of tests/cluster, and returns what it has written. */
function played<T>(program: string): { result: T | undefined; isDone: boolean } {
  const folder = mkdtempSync(join(tmpdir(), 'distributed-storm-'))
  try {
    const file = join(folder, 'result.json')
    const { status } = spawnSync('npx', ['tsx', `tests/cluster/${program}.ts`, '--out', file], {
      stdio: 'inherit',
    })
    const result = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as T) : undefined
    return { result, isDone: status === 0 }
  } finally {
    rmSync(folder, { recursive: true })
  }
}
