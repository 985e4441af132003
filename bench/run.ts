/**
 * `npm run bench`: ratios side by side against hand-written peers, fairness of the draws, frames of the games.
 * `npm run bench -- fairness frames` runs only these. Builds must be there (`npm run build:web`). Starts its own
 * server on a database of its own and stops it.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbedded } from '../src/server/db/embedded.ts'
import { startServer } from '../src/server/startServer.ts'
import { benchBet } from './bet.ts'
import { benchFairness } from './fairness.ts'
import { benchFirstLoad } from './firstLoad.ts'
import { benchFrames } from './frames.ts'
import { report } from './report.ts'

const all = ['ratios', 'fairness', 'frames'] as const
const asked = process.argv.slice(2)
const unknown = asked.filter((name) => !all.includes(name as (typeof all)[number]))
if (unknown.length > 0) {
  console.error(`no such bench: ${unknown.join(', ')}; there are ${all.join(', ')}`)
  process.exit(2)
}
const runs = (name: (typeof all)[number]) => asked.length === 0 || asked.includes(name)

if (runs('fairness')) {
  const { table, ok } = benchFairness()
  console.log(table)
  if (!ok) process.exitCode = 1
}
if (runs('ratios') || runs('frames')) await withServer()

async function withServer(): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'palpite-bench-'))
  const database = await startEmbedded(join(dataDir, 'database'), { onLog: (line) => console.error(line) })
  const server = await startServer({
    ...process.env,
    PORT: '0',
    DATA_DIR: join(dataDir, 'server'),
    DATABASE_URL: database.url,
    SANDBOX: '1',
    LOG_LEVEL: 'error',
  })
  try {
    if (runs('frames')) console.log(await benchFrames(server.url))
    if (runs('ratios')) {
      console.log(report([await benchBet(server.url, database.url), await benchFirstLoad(server.url)]))
    }
  } finally {
    await server.close()
    await database.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}
