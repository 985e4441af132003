/**
 * `npm run bench`: ratios side by side against hand-written peers, fairness of the draws, frames of the games.
 * `npm run bench -- fairness frames` runs only these. Builds what has changed, starts its own server as a separate
 * process on its own database, and stops both.
 */
import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureBuilt, serverBuild, webBuild } from '../scripts/builds.ts'
import { startEmbedded } from '../src/server/db/embedded.ts'
import { benchBet } from './bet.ts'
import { benchFairness } from './fairness.ts'
import { benchFirstLoad } from './firstLoad.ts'
import { benchFrames } from './frames.ts'
import type { Comparison } from './pairs.ts'
import { report } from './report.ts'

const all = ['bet', 'firstLoad', 'fairness', 'frames'] as const
const requested = process.argv.slice(2)
const unknown = requested.filter((name) => !all.includes(name as (typeof all)[number]))
if (unknown.length > 0) {
  console.error(`no such bench: ${unknown.join(', ')}; there are ${all.join(', ')}`)
  process.exit(2)
}
const runs = (name: (typeof all)[number]) => requested.length === 0 || requested.includes(name)

if (runs('fairness')) {
  const { table, ok } = benchFairness()
  console.log(table)
  if (!ok) process.exitCode = 1
}
if (runs('bet') || runs('firstLoad') || runs('frames')) await withServer()

/** Returns its address. */
function ready(server: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    server.once('message', (message: { ready: string }) => resolve(message.ready))
    server.once('exit', (code) => reject(new Error(`the server ended with ${code}`)))
  })
}

function pidOf(pid: number | undefined): number {
  if (pid === undefined) throw new Error('the program has ended')
  return pid
}

async function withServer(): Promise<void> {
  await ensureBuilt([webBuild, serverBuild])
  const dataDir = mkdtempSync(join(tmpdir(), 'palpite-bench-'))
  const database = await startEmbedded(join(dataDir, 'database'), { onLog: (line) => console.error(line) })
  const server = fork(serverBuild.output, {
    env: {
      ...process.env,
      PORT: '0',
      DATA_DIR: join(dataDir, 'server'),
      DATABASE_URL: database.url,
      SANDBOX: '1',
      LOG_LEVEL: 'error',
    },
  })
  try {
    const url = await ready(server)
    if (runs('frames')) console.log(await benchFrames(url))
    const rows: Comparison[] = []
    if (runs('bet'))
      rows.push(
        await benchBet({ url, pid: pidOf(server.pid) }, { url: database.url, pid: pidOf(database.pid()) }),
      )
    if (runs('firstLoad')) rows.push(await benchFirstLoad(url))
    if (rows.length > 0) console.log(report(rows))
  } finally {
    if (server.exitCode === null) {
      const ended = once(server, 'exit')
      server.kill('SIGTERM')
      await ended
    }
    await database.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}
