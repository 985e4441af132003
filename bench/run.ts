/**
 * `npm run bench`: ratios side by side against hand-written peers (goals: docs/performance.md). Builds must be
 * there (`npm run build:web`). Starts its own server on a database of its own and stops it.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbedded } from '../src/server/db/embedded.ts'
import { startServer } from '../src/server/startServer.ts'
import { benchBet } from './bet.ts'
import { benchFirstLoad } from './firstLoad.ts'
import { report } from './report.ts'

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
  const rows = [await benchBet(server.url, database.url), await benchFirstLoad(server.url)]
  console.log(report(rows))
} finally {
  await server.close()
  await database.stop()
  rmSync(dataDir, { recursive: true, force: true })
}
