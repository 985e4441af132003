/**
 * `npm run distributed`: the schema on a Citus cluster of a coordinator and two workers on loopback. It needs the folder of a
 * PostgreSQL installation with Citus in CITUS_BIN. Prints how each table is kept, what was refused, and what a bet does on
 * the nodes; exits with 1 when something is refused. `-- base` spreads the schema of one PostgreSQL as it is, and prints
 * what the engine refuses of it.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { StartError } from '#server/config/startError.ts'
import { createDb } from '#server/db/client.ts'
import { startEmbedded } from '#server/db/embedded.ts'
import { migrate } from '#server/db/migrate.ts'
import { roles } from '#server/db/roles.ts'
import { findCitus, Nodes } from '../scripts/citus/Nodes.ts'
import { reportBase } from './distributed/base.ts'
import { reportClaims } from './distributed/claims.ts'
import { measureBets, withServer, type BetCost } from './distributed/play.ts'
import { reportPlans } from './distributed/plans.ts'
import { reportSpread } from './distributed/spread.ts'
import { pidOf, type Program } from './programs.ts'

const workers = 2
const pairs = 3

try {
  const bin = findCitus(process.env['CITUS_BIN'])
  const nodes = await Nodes.start(bin, workers)
  try {
    process.exitCode = process.argv[2] === 'base' ? await reportBase(nodes) : await spread(nodes)
  } finally {
    await nodes.stop()
  }
} catch (error) {
  if (!(error instanceof StartError)) throw error
  console.error(error.message)
  process.exitCode = 2
}

async function spread(nodes: Nodes): Promise<number> {
  const db = createDb(nodes.coordinator.urlOf('owner'), { name: 'migrations', max: 1, maxReads: 1 })
  try {
    await migrate(db, ['sandbox', 'sandbox_provider'], roles.program, {
      onWait: (reason) => console.log(reason),
    })
  } finally {
    await db.close()
  }
  let wrong = (await reportSpread(nodes)) + (await reportClaims(nodes))
  const { coordinator } = nodes
  const database = { url: coordinator.urlOf('program'), ownerUrl: coordinator.urlOf('owner') }
  const refused = new Set<string>()
  const work = async (server: Program) => {
    wrong += await reportPlans(nodes, server)
    await compareBets(server, nodes)
  }
  try {
    await withServer(database, work, ({ what, why }) => refused.add(what === why ? what : `${what}: ${why}`))
  } finally {
    for (const each of refused) console.log(`the server's log: ${each}`)
  }
  wrong += refused.size
  wrong += await coordinator.asAdmin(async (admin) => {
    const violations = await admin.read<{ rule: string; what: string }>(
      'select rule, what from ledger_violations',
    )
    for (const { rule, what: where } of violations) console.log(`${rule}: ${where}`)
    console.log(`${violations.length} violations of the ledger`)
    return violations.length
  })
  return wrong === 0 ? 0 : 1
}

/** Bets on the nodes and on one PostgreSQL, in turn. */
async function compareBets(server: Program, nodes: Nodes): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'distributed-single-'))
  const single = await startEmbedded(dataDir, { onLog: (line) => console.error(line) })
  try {
    await withServer({ url: single.ownerUrl, ownerUrl: single.ownerUrl }, async (other) => {
      const spread: BetCost[] = []
      const one: BetCost[] = []
      for (let pair = 0; pair < pairs; pair++) {
        spread.push(
          await measureBets(
            server,
            nodes.all.map(({ pid }) => pid),
          ),
        )
        one.push(await measureBets(other, [pidOf(single.pid())]))
      }
      console.log(`on the nodes: ${costs(spread)}`)
      console.log(`on one PostgreSQL: ${costs(one)}`)
      const ratios = spread.map(({ database }, index) => database / (one[index]?.database ?? NaN))
      console.log(`CPU of a bet, all nodes: ${ratios.map((ratio) => ratio.toFixed(2)).join(', ')} times`)
    })
  } finally {
    await single.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

function costs(all: readonly BetCost[]): string {
  return all
    .map(({ perSecond, server, database }) => `${perSecond} per second, ${server} + ${database} µs`)
    .join('; ')
}
