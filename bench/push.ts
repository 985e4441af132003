import pg from 'pg'
import WebSocket from 'ws'
import { compare, median, type Comparison } from './pairs.ts'
import { makePlayers } from './players.ts'
import type { Program } from './programs.ts'

const sockets = 1000
/** A run of them takes about a second. Of 20 the rate varied by 40 % from one run to the next. */
const pushes = 100

/** Opens one socket per URL. `isMessage` distinguishes a push from the protocol's own messages. */
async function openAll(
  urls: string[],
  hello: string | undefined,
  isMessage: (text: string) => boolean,
): Promise<{ received: (count: number) => Promise<void>; close: () => void }> {
  let count = 0
  let waiting: { count: number; done: () => void } | undefined
  const opened: WebSocket[] = []
  for (const url of urls) {
    const socket = new WebSocket(url)
    await new Promise<void>((resolve, reject) => {
      socket.once('error', reject)
      socket.on('message', (data) => {
        const text = (data as Buffer).toString()
        // Engine.io: the server's opening packet, its reply to ours, and pings.
        if (hello !== undefined && text.startsWith('0')) socket.send(hello)
        if (hello !== undefined && text.startsWith('40')) resolve()
        if (text === '2') socket.send('3')
        if (!isMessage(text)) return
        count++
        if (waiting && count >= waiting.count) waiting.done()
      })
      if (hello === undefined) socket.once('open', () => resolve())
    })
    opened.push(socket)
  }
  return {
    received: (more) => {
      const target = count + more
      return new Promise((done) => (waiting = { count: target, done }))
    },
    close: () => opened.forEach((socket) => socket.terminate()),
  }
}

/**
 * From a committed NOTIFY to 1,000 players' sockets, against a bare WebSocket server that listens to the same
 * database: messages per second, and how long the slowest socket of each push waited.
 */
export async function benchPush(server: Program, bare: Program, databaseUrl: string): Promise<Comparison> {
  const tokens = await makePlayers(server.url, sockets)
  const socketUrl = server.url.replace('http', 'ws')
  const ours = await openAll(
    tokens.map((token) => `${socketUrl}/gamecenter-siop/?EIO=4&transport=websocket&token=${token}`),
    '40',
    (text) => text.includes('"bench"'),
  )
  const peer = await openAll(
    Array.from({ length: sockets }, () => bare.url.replace('http', 'ws')),
    undefined,
    () => true,
  )
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const slowest: number[] = []
  const rate = async (target: typeof ours, channel: string, payload: object, times: number[]) => {
    const began = performance.now()
    for (let push = 0; push < pushes; push++) {
      const all = target.received(sockets)
      const before = performance.now()
      await client.query('select pg_notify($1, $2)', [channel, JSON.stringify(payload)])
      await all
      times.push(performance.now() - before)
    }
    return ((pushes * sockets) / (performance.now() - began)) * 1000
  }
  const payload = { balance: 123.45, at: '2026-11-22T00:00:00.000Z' }
  try {
    const comparison = await compare(
      {
        name: 'Push to 1,000 sockets',
        unit: 'messages per second',
        goal: { atLeast: 0.85 },
        peerName: 'bare ws',
      },
      () => rate(ours, 'palpite_bus', { type: 'broadcast', name: 'bench', payload }, slowest),
      () => rate(peer, 'bench_push', ['bench', payload], []),
    )
    slowest.sort((a, b) => a - b)
    const worst = slowest[Math.floor((slowest.length - 1) * 0.99)] ?? NaN
    const note = `From commit to the last of 1,000 sockets: median ${median(slowest).toFixed(0)} ms, 99th percentile ${worst.toFixed(0)} ms (goal 50)`
    return { ...comparison, notes: [note] }
  } finally {
    ours.close()
    peer.close()
    await client.end()
  }
}
