/**
 * `npm run bench`: ratios side by side against hand-written peers, fairness of the draws, frames of the games.
 * `npm run bench -- bet reads` runs only these; `growth` and `office` run only when they are named. Builds what has changed,
 * starts its own server as a separate process on its own database, and stops both. With `OFFICE_DATA=folder`, `office` keeps
 * its database there for the next run.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { electronBuild, ensureBuilt, serverBuild, webBuild } from '../scripts/builds.ts'
import { findElectron } from '../scripts/runtimes.ts'
import { startEmbedded } from '../src/server/db/embedded.ts'
import { createDatabase } from './databases.ts'
import { benchBesideFloods, benchBet, benchHotAccount, benchHotSelection } from './bet.ts'
import { benchFairness } from './fairness.ts'
import { benchFeed } from './feed.ts'
import { buildFeedPrograms } from './feedBuild.ts'
import { benchFirstLoad } from './firstLoad.ts'
import { benchFrames } from './frames.ts'
import { benchGrowth } from './growth.ts'
import { benchOffice } from './office.ts'
import { benchHeap } from './heap.ts'
import { benchLighthouse } from './lighthouse.ts'
import type { Comparison } from './pairs.ts'
import { pidOf, startProgram, type Program } from './programs.ts'
import { benchPresses } from './presses.ts'
import { benchPush } from './push.ts'
import { benchReads } from './reads.ts'
import { benchRecords } from './records.ts'
import { report } from './report.ts'
import { benchSecondVisit } from './secondVisit.ts'
import { benchStartUp } from './startUp.ts'
import { benchStorm } from './storm.ts'

const all = [
  'bet',
  'hot',
  'hotSelection',
  'floods',
  'reads',
  'push',
  'firstLoad',
  'secondVisit',
  'presses',
  'storm',
  'feed',
  'records',
  'heap',
  'startUp',
  'lighthouse',
  'fairness',
  'frames',
  'growth',
  'office',
] as const
const requested = process.argv.slice(2)
const unknown = requested.filter((name) => !all.includes(name as (typeof all)[number]))
if (unknown.length > 0) {
  console.error(`no such bench: ${unknown.join(', ')}; there are ${all.join(', ')}`)
  process.exit(2)
}
/** These two fill a database with millions of rows, which takes longer than all others together: only when named. */
const large: readonly string[] = ['growth', 'office']
const runs = (name: (typeof all)[number]) =>
  requested.includes(name) || (requested.length === 0 && !large.includes(name))

if (runs('fairness')) {
  const { table, ok } = benchFairness()
  console.log(table)
  if (!ok) process.exitCode = 1
}
if (all.some((name) => name !== 'fairness' && runs(name))) await withServer()

async function withServer(): Promise<void> {
  const hasElectron = findElectron() !== undefined
  if (runs('startUp') && !hasElectron) console.log('skipped: startUp: no Electron runtime here')
  /** Those that fill a database of their own make calls only. */
  const usesPages = all.some((name) => !['fairness', 'feed', ...large].includes(name) && runs(name))
  await ensureBuilt([
    ...(usesPages ? [webBuild] : []),
    serverBuild,
    ...(runs('startUp') && hasElectron ? [electronBuild] : []),
  ])
  const dataDir = mkdtempSync(join(tmpdir(), 'palpite-bench-'))
  const {
    adminUrl: url,
    pid,
    stop,
  } = await startEmbedded(join(dataDir, 'database'), {
    onLog: (line) => console.error(line),
  })
  const database = { url, pid: pidOf(pid()) }
  const programs: Program[] = []
  const start = async (...args: Parameters<typeof startProgram>) => {
    const program = await startProgram(...args)
    programs.push(program)
    return program
  }
  try {
    const settingsOf = (databaseUrl: string) => ({
      PORT: '0',
      DATA_DIR: join(dataDir, `server-${programs.length}`),
      DATABASE_URL: databaseUrl,
      SANDBOX: '1',
      LOG_LEVEL: 'error',
      // A flood comes from many addresses, as the proxy reports them.
      TRUST_PROXY: '1',
      // As in production, but for the buckets that one machine's load would empty.
      RATE_LIMITS: ['bets', 'calls', 'guests', 'sockets'].map((name) => `${name}=1000000/1000000`).join(','),
    })
    const startServer = (databaseUrl: string) => start(serverBuild.output, settingsOf(databaseUrl))
    if (runs('growth')) console.log(report(await benchGrowth(url, startServer), 'growth'))
    if (runs('office')) console.log(report(await runOffice(url, settingsOf, start), 'office'))
    if (runs('feed')) console.log(report(await runFeed(url, settingsOf, start)))
    if (!usesPages) return
    const server = await startServer(url)
    const bare = await start(join(import.meta.dirname, 'bareServer.ts'), { DATABASE_URL: url }, [
      '--import',
      'tsx',
    ])
    if (runs('frames')) console.log(await benchFrames(server.url))
    if (runs('lighthouse')) console.log(await benchLighthouse(server.url))
    const rows: Comparison[] = []
    // Before the floods: presses measured after them took 112 ms instead of 80 to 88. Why is not known.
    if (runs('firstLoad')) rows.push(await benchFirstLoad(server.url))
    if (runs('secondVisit')) rows.push(...(await benchSecondVisit(server.url)))
    if (runs('presses')) rows.push(await benchPresses(server.url))
    if (runs('records')) rows.push(...(await benchRecords(server.url)))
    if (runs('heap')) rows.push(...(await benchHeap(server.url)))
    if (runs('startUp') && hasElectron) rows.push(...(await benchStartUp(server.url)))
    if (runs('bet')) rows.push(await benchBet(server, database))
    if (runs('hot')) rows.push(await benchHotAccount(server, database))
    if (runs('hotSelection')) rows.push(await benchHotSelection(server))
    if (runs('floods')) rows.push(...(await benchBesideFloods(server)))
    if (runs('reads')) rows.push(...(await benchReads(server, bare)))
    if (runs('push')) rows.push(await benchPush(server, bare, url))
    if (runs('storm')) {
      const storm = join(import.meta.dirname, 'stormServer.ts')
      // A server with another key does not start on the same database.
      const settings = settingsOf(await createDatabase(url, 'storm'))
      rows.push(...(await benchStorm(await start(storm, settings, ['--import', 'tsx']))))
    }
    if (rows.length > 0) console.log(report(rows))
  } finally {
    for (const program of programs) await program.stop()
    await stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/** A server that takes in the bench's wire, and its peer, each with a database of its own. */
async function runFeed(
  clusterUrl: string,
  settingsOf: (databaseUrl: string) => Record<string, string>,
  start: typeof startProgram,
): Promise<Comparison[]> {
  const programs = await buildFeedPrograms()
  const settings = {
    ...settingsOf(await createDatabase(clusterUrl, 'feed')),
    FEED_PROVIDER: 'replay',
    FEED_FOLDER: join(import.meta.dirname, '../tests/server/recordings/cup'),
  }
  const server = await start(programs.server, settings)
  const bareUrl = await createDatabase(clusterUrl, 'bare_feed')
  const bare = await start(programs.bare, { DATABASE_URL: bareUrl })
  return benchFeed(server, bare)
}

/** On the kept database, or on one of this run. A server's folder has the key of its database, so it is kept too. */
async function runOffice(
  clusterUrl: string,
  settingsOf: (databaseUrl: string) => Record<string, string>,
  start: typeof startProgram,
): Promise<Comparison[]> {
  const kept = process.env['OFFICE_DATA']
  const cluster = kept
    ? await startEmbedded(join(kept, 'database'), { onLog: (line) => console.error(line) })
    : undefined
  try {
    return await benchOffice(cluster?.adminUrl ?? clusterUrl, {
      server: (databaseUrl, settings) =>
        start(serverBuild.output, {
          ...settingsOf(databaseUrl),
          ...(kept ? { DATA_DIR: join(kept, 'server') } : {}),
          ...settings,
        }),
      bare: (databaseUrl) =>
        start(join(import.meta.dirname, 'bareOfficeServer.ts'), { DATABASE_URL: databaseUrl }, [
          '--import',
          'tsx',
        ]),
    })
  } finally {
    await cluster?.stop()
  }
}
