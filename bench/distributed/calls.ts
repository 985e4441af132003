import { randomUUID } from 'node:crypto'
import WebSocket from 'ws'
import { cpuOf, startLoad } from '../load.ts'
import { median } from '../pairs.ts'
import { makePlayers } from '../players.ts'
import type { Program } from '../programs.ts'
import { onBothSides, type Side } from './sides.ts'

const workers = 2
const players = 16
const warmMs = 1_000
const measureMs = 3_000
const reads = ['/api/app/user/getBalance', '/api/app/user/userInfo']

/** What calls of one kind cost: CPU in µs of one of them, of both servers and of all nodes. */
interface CallCost {
  what: string
  perSecond: number
  server: number
  database: number
  /** From a bet's call to its push at another server, in ms. */
  push?: { median: number; p99: number }
}

/** Reads and pushes of two servers on the nodes and on one PostgreSQL. */
export interface SpreadCalls {
  workers: number
  players: number
  nodes: CallCost[]
  one: CallCost[]
}

/** Measures reads at two servers at once, and bets at one of them whose pushes go to sockets of the other. */
export async function measureSpreadCalls(bin: string): Promise<SpreadCalls> {
  const { nodes, one } = await onBothSides(bin, { workers, servers: 2 }, measureSide)
  return { workers, players, nodes, one }
}

async function measureSide({ servers, pids }: Side): Promise<CallCost[]> {
  const [first, second] = servers
  if (!first || !second) throw new Error('no second server')
  const tokens = await makePlayers(first.url, players)
  const costs: CallCost[] = []
  for (const path of reads) costs.push(await measureReads(path, servers, pids, tokens))
  costs.push(await measurePushes(first, second, pids, tokens))
  return costs
}

/** CPU of these processes while `work` runs, for one of the operations of which it returns the number. */
async function cpuPer(
  what: string,
  { servers, pids }: { servers: readonly Program[]; pids: readonly number[] },
  work: () => Promise<number>,
): Promise<CallCost> {
  const now = () => [cpuOf(servers.map(({ pid }) => pid)) ?? NaN, cpuOf(pids) ?? NaN] as const
  const before = now()
  const began = performance.now()
  const done = await work()
  const seconds = (performance.now() - began) / 1000
  const after = now()
  return {
    what,
    perSecond: Math.round(done / seconds),
    server: Math.round((after[0] - before[0]) / done),
    database: Math.round((after[1] - before[1]) / done),
  }
}

async function measureReads(
  path: string,
  servers: readonly Program[],
  pids: readonly number[],
  tokens: readonly string[],
): Promise<CallCost> {
  const clients = tokens.map((token) => `Authorization: ${token}`)
  const loads = await Promise.all(
    servers.map(({ url }, index) =>
      startLoad({
        kind: 'http',
        url,
        path,
        clients: clients.filter((_, player) => player % servers.length === index),
      }),
    ),
  )
  try {
    const run = async (ms: number) => {
      const results = await Promise.all(loads.map((load) => load.run(ms)))
      return results.reduce((sum, { done }) => sum + done, 0)
    }
    await run(warmMs)
    return await cpuPer(path, { servers, pids }, () => run(measureMs))
  } finally {
    for (const load of loads) await load.stop()
  }
}

async function measurePushes(
  first: Program,
  second: Program,
  pids: readonly number[],
  tokens: readonly string[],
): Promise<CallCost> {
  const sockets = await Promise.all(tokens.map((token) => openSocket(second.url, token)))
  const times: number[] = []
  /** Each player bets again when the push of the bet before has arrived. */
  const run = async (ms: number) => {
    times.length = 0
    const end = performance.now() + ms
    await Promise.all(
      sockets.map(async ({ token, nextBalance }) => {
        while (performance.now() < end) {
          const began = performance.now()
          await Promise.all([nextBalance(), bet(first.url, token)])
          times.push(performance.now() - began)
        }
      }),
    )
    return times.length
  }
  try {
    await run(warmMs)
    const cost = await cpuPer(
      'a bet, and its push at the other server',
      { servers: [first, second], pids },
      () => run(measureMs),
    )
    const sorted = times.toSorted((a, b) => a - b)
    const p99 = sorted[Math.floor((sorted.length - 1) * 0.99)] ?? NaN
    return { ...cost, push: { median: median(sorted), p99 } }
  } finally {
    for (const { socket } of sockets) socket.terminate()
  }
}

async function bet(url: string, token: string): Promise<void> {
  const response = await fetch(`${url}/api/app/game/limbo/bet`, {
    method: 'POST',
    headers: { Authorization: token, 'Content-Type': 'application/json', 'Idempotency-Key': randomUUID() },
    body: JSON.stringify({ amount: 1, target: 2 }),
  })
  if (!response.ok) throw new Error(`a bet got ${response.status} ${await response.text()}`)
  await response.arrayBuffer()
}

async function openSocket(
  url: string,
  token: string,
): Promise<{ socket: WebSocket; token: string; nextBalance: () => Promise<void> }> {
  const socket = new WebSocket(
    `${url.replace('http', 'ws')}/gamecenter-siop/?EIO=4&transport=websocket&token=${token}`,
  )
  let arrived: (() => void) | undefined
  await new Promise<void>((resolve, reject) => {
    socket.once('error', reject)
    socket.on('message', (data) => {
      const text = (data as Buffer).toString()
      // Engine.io: the server's opening packet, its reply to ours, and pings.
      if (text.startsWith('0')) socket.send('40')
      if (text.startsWith('40')) resolve()
      if (text === '2') socket.send('3')
      if (text.includes('"insBalance"')) arrived?.()
    })
  })
  return { socket, token, nextBalance: () => new Promise((resolve) => (arrived = resolve)) }
}
