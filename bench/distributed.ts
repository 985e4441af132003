/**
 * `npm run distributed`: the schema on a Citus cluster of a coordinator and two workers on loopback. It needs the folder of a
 * PostgreSQL installation with Citus in CITUS_BIN. Prints how each table is kept, what was refused, and what a bet does on
 * the nodes; exits with 1 when something is refused. `-- base` spreads the schema of one PostgreSQL as it is, and prints
 * what the engine refuses of it.
 */
import { StartError } from '#server/config/startError.ts'
import { createDb } from '#server/db/client.ts'
import { migrate } from '#server/db/migrate.ts'
import { roles } from '#server/db/roles.ts'
import { findCitus, Nodes } from './distributed/Nodes.ts'
import { reportBase } from './distributed/base.ts'
import { measureBets, withServer } from './distributed/play.ts'
import { reportPlans } from './distributed/plans.ts'
import { reportSpread } from './distributed/spread.ts'

const workers = 2

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
  let wrong = await reportSpread(nodes)
  const { coordinator } = nodes
  const database = { url: coordinator.urlOf('program'), ownerUrl: coordinator.urlOf('owner') }
  await withServer(database, async (server) => {
    wrong += await reportPlans(nodes, server)
    const cost = await measureBets(
      server,
      nodes.all.map(({ pid }) => pid),
    )
    console.log(`${cost.perSecond} bets per second; CPU of one: server ${cost.server} µs, nodes ${cost.database} µs`)
  })
  return wrong === 0 ? 0 : 1
}
