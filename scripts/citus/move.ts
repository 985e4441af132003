/**
 * `npm run move -- --from URL --to URL [--psql PROGRAM]`: moves the running database of one PostgreSQL to the nodes of Citus
 * ("Past one PostgreSQL" in docs/scaling.md). The source's role may replicate and owns the tables; the target is a coordinator on
 * which a server of the same version has started once. Prints what it does and how long the source took no writes. Ctrl+C leaves the source
 * as it was, also while it takes no writes.
 */
import { parseArgs } from 'node:util'
import { StartError } from '#server/config/startError.ts'
import { move, seconds } from './move/Move.ts'
import { untilStopped } from './move/source.ts'

const { values } = parseArgs({
  options: { from: { type: 'string' }, to: { type: 'string' }, psql: { type: 'string', default: 'psql' } },
})
const { from, to, psql } = values

try {
  if (from === undefined || to === undefined) throw new StartError('npm run move -- --from URL --to URL')
  const ends = { from, to }
  const moved = await untilStopped((signal) =>
    move({ ...ends, psql, signal, onStep: (text) => console.log(text) }),
  )
  console.log(
    `moved ${moved.rows} rows of ${moved.tables} tables, ${moved.changes} of them changed meanwhile; the wallets of ${moved.players} players are the same.`,
  )
  console.log(
    `The source has taken no writes since ${seconds(moved.pauseMs)} ago, ${seconds(moved.compareMs)} of them for comparing. Start the servers with the target now.`,
  )
} catch (error) {
  if (!(error instanceof StartError)) throw error
  console.error(error.message)
  process.exitCode = 2
}
