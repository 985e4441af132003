import { setTimeout as delay } from 'node:timers/promises'
import { createDb, type Db } from '../src/server/db/client.ts'
import { migrate } from '../src/server/db/migrate.ts'
import { createDatabase } from './databases.ts'
import { fillDatabase, historyOf } from './growthData.ts'
import { startLoad } from './load.ts'
import type { LoadTask } from './loadProcess.ts'
import { compare, type Comparison } from './pairs.ts'
import { makePlayers } from './players.ts'
import type { Program } from './programs.ts'

const clients = 16
const measureMs = 2000
const pairs = 5
const smallest = 10_000
const roundsPerPlayer = 10

interface Size {
  players: number
  server: Program
  tokens: string[]
  notes: string[]
}

type StartServer = (databaseUrl: string) => Promise<Program>

/**
 * The same calls on databases of growing size, each against a database of 10,000 players and 100,000 rounds on the same
 * PostgreSQL. The players who make the calls have the same history in all of them.
 */
export async function benchGrowth(url: string, start: StartServer): Promise<Comparison[]> {
  // The third size has ten million rounds.
  const sizes = (process.env['GROWTH_PLAYERS'] ?? '100000,1000000').split(',').map(Number)
  const small = await prepare(url, smallest, start)
  const rows: Comparison[] = []
  for (const players of sizes) {
    const large = await prepare(url, players, start)
    for (const row of measured) rows.push(await measure(row, large, small))
    rows.at(-1)?.notes?.push(...large.notes)
    await large.server.stop()
  }
  return rows
}

const numbers = new Intl.NumberFormat('en')

const measured: { name: string; path: string; body?: object; isOnePlayer?: boolean }[] = [
  { name: 'One bet', path: '/api/app/game/limbo/bet', body: { amount: 1, target: 2 } },
  {
    name: 'One hot account',
    path: '/api/app/game/limbo/bet',
    body: { amount: 1, target: 2 },
    isOnePlayer: true,
  },
  { name: 'userInfo', path: '/api/app/user/userInfo' },
  { name: 'getBalance', path: '/api/app/user/getBalance' },
  { name: 'Records, first page', path: '/api/app/order/records?tab=rounds' },
  { name: 'Sports overview', path: '/api/app/sports/overview' },
]

/** A migrated and filled database with its own server, and players who have played before. */
async function prepare(clusterUrl: string, players: number, start: StartServer): Promise<Size> {
  const url = await createDatabase(clusterUrl, `growth_${players}`)
  const db = createDb(url, { max: 2, maxReads: 1 })
  try {
    await migrate(db, ['sandbox_provider'])
    const seconds = await fillDatabase(db, { players, roundsPerPlayer })
    const server = await start(url)
    const tokens = await makePlayers(server.url, clients)
    await historyOf(db, 1_000)
    await db.write('vacuum (analyze)')
    await db.write('checkpoint')
    return { players, server, tokens, notes: [await sizeNote(db, players, seconds)] }
  } finally {
    await db.close()
  }
}

async function sizeNote(db: Db, players: number, seconds: number): Promise<string> {
  const [row] = await db.read<{ size: string; rounds: number; postings: number }>(
    `select pg_size_pretty(pg_database_size(current_database())) as size,
      (select count(*) from game_rounds) as rounds, (select count(*) from transfers) as postings`,
  )
  const [rounds, postings] = [row?.rounds ?? 0, row?.postings ?? 0].map((count) => numbers.format(count))
  return `${numbers.format(players)} players, ${rounds} rounds, ${postings} postings: ${row?.size}, generated in ${seconds.toFixed(0)} s`
}

async function measure(
  { name, path, body, isOnePlayer = false }: (typeof measured)[number],
  large: Size,
  small: Size,
): Promise<Comparison> {
  const task = ({ server, tokens }: Size): LoadTask => ({
    kind: 'http',
    url: server.url,
    path,
    clients: tokens.map((token) => `Authorization: ${isOnePlayer ? tokens[0] : token}`),
    ...(body ? { body } : {}),
  })
  const [ours, peer] = [await startLoad(task(large)), await startLoad(task(small))]
  const rate = async (load: typeof ours) => {
    const { done, ms } = await load.run(measureMs)
    await delay(50)
    return (done / ms) * 1000
  }
  try {
    const comparison = await compare(
      {
        name: `${name}, ${numbers.format(large.players)} players`,
        unit: 'per second',
        // At most 1.3 times as long.
        goal: { atLeast: 0.77 },
        peerName: `${numbers.format(small.players)} players`,
      },
      () => rate(ours),
      () => rate(peer),
      pairs,
    )
    return { ...comparison, notes: [] }
  } finally {
    await ours.stop()
    await peer.stop()
  }
}
