import { createServer } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { sandboxStaffPassword } from '#server/office/identity/sandboxStaff.ts'
import { createDb, type Db } from '../src/server/db/client.ts'
import { migrate } from '../src/server/db/migrate.ts'
import { createDatabase, databaseOf } from './databases.ts'
import { fillDatabase } from './growthData.ts'
import { fillOffice } from './officeData.ts'
import { officePages, officePlayers, type OfficePage } from './officePages.ts'
import { compare, type Comparison } from './pairs.ts'
import type { Program } from './programs.ts'

const roundsPerPlayer = 10
const pairs = 7
/** Repetitions of one measurement, of which the mean counts. */
const repeats = 5
const rollUpLimitMs = 3_600_000

/** How the programs of this benchmark are started. */
interface Starts {
  /** A server on a database with these settings more. */
  server: (databaseUrl: string, settings: Record<string, string>) => Promise<Program>
  /** Its peer (bareOfficeServer.ts). */
  bare: (databaseUrl: string) => Promise<Program>
}

/**
 * The pages of the back office on a million players and ten million rounds (OFFICE_PLAYERS sets another size), each against
 * a bare server that runs the statements of what it shows, on the same database in the same run, both over HTTP: ours also
 * looks up the session and checks the role. Pages have two rows: how many times the peer's time, and the time itself. How
 * long the statements take without any HTTP is a note.
 */
export async function benchOffice(clusterUrl: string, starts: Starts): Promise<Comparison[]> {
  return measureOffice(await filledDatabase(clusterUrl), starts)
}

/**
 * The address of a filled database, brought to the current schema: that of an earlier run on this cluster if there is one.
 * The month is in its name, because the generated year ends with the month before.
 */
async function filledDatabase(clusterUrl: string): Promise<string> {
  const name = `office_${officePlayers}_${new Date().toISOString().slice(0, 7).replace('-', '_')}`
  const filling = `${name}_filling`
  const cluster = createDb(clusterUrl, { max: 1, maxReads: 1 })
  try {
    const found = await cluster.read('select from pg_database where datname = $1', [name])
    if (found.length === 0) {
      // Left by a run that ended while it filled it.
      await cluster.write(`drop database if exists ${filling}`)
      const url = await createDatabase(clusterUrl, filling)
      await onDatabase(url, async (db) => {
        await fillDatabase(db, { players: officePlayers, roundsPerPlayer })
        await fillOffice(db, officePlayers)
      })
      await cluster.write(`alter database ${filling} rename to ${name}`)
    }
  } finally {
    await cluster.close()
  }
  const url = databaseOf(clusterUrl, name)
  await onDatabase(url)
  return url
}

/** Brings the database to the current schema, and does the rest of `work`. */
async function onDatabase(url: string, work?: (db: Db) => Promise<void>): Promise<void> {
  const db = createDb(url, { max: 2, maxReads: 1 })
  try {
    await migrate(db, ['sandbox_provider'])
    await work?.(db)
  } finally {
    await db.close()
  }
}

async function measureOffice(databaseUrl: string, starts: Starts): Promise<Comparison[]> {
  const db = createDb(databaseUrl, { max: 2, maxReads: 1 })
  try {
    const port = await freePort()
    const origin = `http://127.0.0.1:${port}`
    const server = await starts.server(databaseUrl, {
      OFFICE_PORT: String(port),
      OFFICE_URL: origin,
      WALLET_AUDIT: 'off',
    })
    const seconds = await rolledUp(db)
    await db.write('vacuum (analyze)')
    const bare = await starts.bare(databaseUrl)
    const cookie = await logIn(origin)
    const rows: Comparison[] = []
    for (const [index, page] of officePages().entries())
      rows.push(...(await measure(page, { db, origin, cookie, peer: `${bare.url}/${index}` })))
    rows.at(-1)?.notes?.push(await sizeNote(db, seconds))
    await bare.stop()
    await server.stop()
    return rows
  } finally {
    await db.close()
  }
}

async function measure(
  { name, paths, statements, atMost }: OfficePage,
  { db, origin, cookie, peer }: { db: Db; origin: string; cookie: string; peer: string },
): Promise<Comparison[]> {
  const call = async (url: string) => {
    // The peer does not compress.
    const headers = { cookie, 'accept-language': 'en', 'accept-encoding': 'identity' }
    const response = await fetch(url, { headers })
    if (!response.ok) throw new Error(`${url}: ${response.status} ${await response.text()}`)
    await response.arrayBuffer()
  }
  // Summing a month takes seconds.
  const times = atMost < 1 ? 1 : repeats
  const ratio = await compare(
    { name, unit: 'ms', goal: { atMost }, peerName: 'bare server' },
    () => meanOf(() => Promise.all(paths.map((path) => call(origin + path))), repeats),
    () => meanOf(() => call(peer), times),
    pairs,
  )
  const bare = async () => {
    for (const { text, values } of statements) await db.read(text, values)
  }
  await bare()
  const note = `Without HTTP, ${name}: ${(await meanOf(bare, times)).toFixed(1)} ms`
  return [
    { ...ratio, notes: [note] },
    ...(atMost < 1 ? [] : [{ ...ratio, name: `${name}: time`, goal: { valueAtMost: 100 }, notes: [] }]),
  ]
}

async function meanOf(run: () => Promise<unknown>, times: number): Promise<number> {
  const began = performance.now()
  for (let time = 0; time < times; time++) await run()
  return (performance.now() - began) / times
}

/** Waits until the server's job has counted every posting; returns for how long, in seconds. */
async function rolledUp(db: Db): Promise<number> {
  const began = performance.now()
  for (;;) {
    const [row] = await db.read<{ done: boolean }>(
      `select coalesce((select through from report_position), 0) >= (select last_value - 1 from transfers_id_seq) as done`,
    )
    const ms = performance.now() - began
    if (row?.done) return ms / 1000
    if (ms > rollUpLimitMs) throw new Error('the reports were not counted within an hour')
    await delay(200)
  }
}

async function sizeNote(db: Db, seconds: number): Promise<string> {
  const [row] = await db.read<{ postings: number; rows: number; share: string }>(
    `select (select count(*) from transfers) as postings, (select count(*) from report_bets) as rows,
       pg_size_pretty(pg_total_relation_size('report_last_bets')) as share`,
  )
  const numbers = new Intl.NumberFormat('en')
  // Less than a second on a database of an earlier run.
  const counted = seconds < 1 ? 'counted before' : `counted in ${seconds.toFixed(0)} s`
  return `Back office: ${numbers.format(officePlayers)} players, ${numbers.format(row?.postings ?? 0)} postings, ${counted} for the reports into ${row?.rows} rows of bets; the last days of the players take ${row?.share}`
}

async function logIn(origin: string): Promise<string> {
  const response = await fetch(`${origin}/api/session/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin },
    body: JSON.stringify({ email: 'admin@office.local', password: sandboxStaffPassword }),
  })
  const cookie = response.headers.get('set-cookie')?.split(';')[0]
  if (!response.ok || cookie === undefined)
    throw new Error(`no login: ${response.status} ${await response.text()}`)
  return cookie
}

/** A port that nothing listens on. */
function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().on('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() =>
        typeof address === 'object' && address !== null
          ? resolve(address.port)
          : reject(new Error('no port')),
      )
    })
  })
}
