import { readFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import WebSocket from 'ws'
import {
  changesPerSecond,
  marketsOfMatch,
  wireFixture,
  wireMarket,
  wireMatches,
  type WireLine,
} from './feedWire.ts'
import { cpuOf } from './load.ts'
import { median, type Comparison } from './pairs.ts'
import { makePlayers } from './players.ts'
import type { Program } from './programs.ts'
import { quantile } from './statistics.ts'

const measureMs = 10_000
const pairs = 3
const stepMs = 10
/** How long the server is watched while nothing changes. */
const idleMs = 5_000
/** Matches that somebody watches, each on a socket of its own; they are spread over all. */
const watched = 20
/** Lines that are sent at once while the programs are filled. */
const fillLines = 2_000

/** A program's end of the wire. */
class Wire {
  readonly #socket: Socket
  #sent = 0
  #stored = 0
  #waiting: { count: number; done: () => void } | undefined
  /** When a line was sent, by its number, until it is stored. */
  readonly storedMs: number[] = []
  readonly #times: { upTo: number; at: number }[] = []

  constructor(port: number) {
    this.#socket = connect(port, '127.0.0.1')
    this.#socket.setNoDelay(true)
    let rest = ''
    this.#socket.setEncoding('utf8')
    this.#socket.on('data', (piece: string) => {
      const parts = (rest + piece).split('\n')
      rest = parts.pop() ?? ''
      for (const part of parts) this.#stored += Number(part.replace('stored ', ''))
      const now = performance.now()
      for (let first = this.#times[0]; first && first.upTo <= this.#stored; first = this.#times[0]) {
        this.storedMs.push(now - first.at)
        this.#times.shift()
      }
      if (this.#waiting && this.#stored >= this.#waiting.count) this.#waiting.done()
    })
  }

  send(lines: readonly WireLine[]): void {
    this.#sent += lines.length
    this.#times.push({ upTo: this.#sent, at: performance.now() })
    this.#socket.write(lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
  }

  /** Waits until everything that was sent is stored. */
  async allStored(): Promise<void> {
    if (this.#stored >= this.#sent) return
    await new Promise<void>((done) => (this.#waiting = { count: this.#sent, done }))
  }

  close(): void {
    this.#socket.destroy()
  }
}

interface Sent {
  odds: number
  at: number
}

/**
 * 5,000 matches with 40 markets each, of which 10,000 prices a second change: from the provider's message to a socket, the
 * processor's time beside a bare program that parses and stores the same, and memory.
 */
export async function benchFeed(server: Program, bare: Program): Promise<Comparison[]> {
  const [serverUrl = '', port] = server.url.split(' ')
  const ours = new Wire(Number(port))
  const peer = new Wire(Number(bare.url.split(' ')[1]))
  const sent = new Map<string, Sent>()
  const latencies: number[] = []
  const startsAt = Date.now() + 3_600_000
  const atStart = memoryOf(server.pid)
  try {
    for (const wire of [ours, peer]) await fill(wire, startsAt)
    const sockets = await watch(serverUrl, sent, latencies)
    const cpu: [number[], number[]] = [[], []]
    const measure = async (wire: Wire, pid: number, into: number[]) => {
      sent.clear()
      const before = cpuOf([pid]) ?? NaN
      await storm(wire, wire === ours ? sent : undefined)
      into.push(((cpuOf([pid]) ?? NaN) - before) / (measureMs / 1_000) / 1_000)
    }
    const idleFrom = cpuOf([server.pid]) ?? NaN
    await pause(idleMs)
    const idle = ((cpuOf([server.pid]) ?? NaN) - idleFrom) / idleMs
    // One of each first: compilation, connections.
    await measure(ours, server.pid, [])
    await measure(peer, bare.pid, [])
    latencies.length = 0
    peer.storedMs.length = 0
    for (let pair = 0; pair < pairs; pair++) {
      await measure(ours, server.pid, cpu[0])
      await measure(peer, bare.pid, cpu[1])
    }
    for (const socket of sockets) socket.terminate()
    const unwatched: number[] = []
    await measure(ours, server.pid, unwatched)
    const sorted = latencies.toSorted((a, b) => a - b)
    const stored = peer.storedMs.toSorted((a, b) => a - b)
    const [memory, bareMemory] = [memoryOf(server.pid), memoryOf(bare.pid)]
    const [p99, bareP99] = [quantile(sorted, 0.99), quantile(stored, 0.99)]
    const about = `${wireMatches} matches x ${marketsOfMatch} markets, ${changesPerSecond} price changes a second`
    return [
      {
        name: 'Feed: message to socket, 99th percentile',
        unit: 'ms',
        goal: { valueAtMost: 100 },
        ours: [p99],
        peer: [bareP99],
        peerName: 'bare program: message to stored',
        ratio: p99 / bareP99,
        notes: [
          `Feed: ${about}; ${sorted.length} changes seen by ${watched} sockets, median ${quantile(sorted, 0.5).toFixed(0)} ms, longest ${(sorted.at(-1) ?? NaN).toFixed(0)} ms`,
        ],
      },
      {
        name: 'Feed: processor time',
        unit: 'ms per second',
        goal: { atMost: 1.5 },
        ours: cpu[0],
        peer: cpu[1],
        peerName: 'bare program that parses and stores',
        ratio: median(cpu[0].map((value, index) => value / (cpu[1][index] ?? NaN))),
        notes: [
          `Feed, processor time: the server needs ${idle.toFixed(0)} ms per second of it while nothing changes, and ${median(unwatched).toFixed(0)} under the same changes without sockets. The bare program has no other work, sends nothing, keeps no copy for other processes, and does not look whether a price is another one`,
        ],
      },
      {
        name: 'Feed: memory',
        unit: 'MB',
        goal: { valueAtMost: 400 },
        ours: [memory],
        peer: [bareMemory],
        peerName: 'bare program that parses and stores',
        ratio: memory / bareMemory,
        notes: [`Feed, memory: ${atStart.toFixed(0)} MB before the first match`],
      },
    ]
  } finally {
    ours.close()
    peer.close()
  }
}

async function fill(wire: Wire, startsAt: number): Promise<void> {
  const send = async (lines: WireLine[]) => {
    wire.send(lines)
    await wire.allStored()
  }
  let lines: WireLine[] = []
  for (let match = 0; match < wireMatches; match++) {
    lines.push({ fixture: wireFixture(match, startsAt) })
    for (let index = 0; index < marketsOfMatch; index++)
      lines.push({ matchId: `b${match}`, market: wireMarket(index, match + index * wireMatches) })
    if (lines.length >= fillLines) {
      await send(lines)
      lines = []
    }
  }
  if (lines.length > 0) await send(lines)
}

/** After those that fill it. */
let changes = wireMatches * marketsOfMatch

/** Sends changes at their rate; `sent` gets the time of each that a socket may be sent. */
async function storm(wire: Wire, sent?: Map<string, Sent>): Promise<void> {
  const began = performance.now()
  let made = 0
  while (performance.now() - began < measureMs) {
    const due = Math.floor(((performance.now() - began) * changesPerSecond) / 1_000)
    const lines: WireLine[] = []
    for (; made < due; made++, changes++) {
      const matchId = `b${changes % wireMatches}`
      const index = Math.floor(changes / wireMatches) % marketsOfMatch
      const market = wireMarket(index, changes)
      lines.push({ matchId, market })
      const [key, odds] = Object.entries(market.options)[0] ?? ['', null]
      if (odds !== null) sent?.set(`${matchId} ${key}`, { odds, at: performance.now() })
    }
    if (lines.length > 0) wire.send(lines)
    await pause(stepMs)
  }
  await wire.allStored()
}

/** Sockets of players, each at one match; `latencies` gets how long each change took. */
async function watch(serverUrl: string, sent: Map<string, Sent>, latencies: number[]): Promise<WebSocket[]> {
  const tokens = await makePlayers(serverUrl, watched)
  const address = serverUrl.replace('http', 'ws')
  return Promise.all(
    tokens.map(async (token, index) => {
      const socket = new WebSocket(`${address}/gamecenter-siop/?EIO=4&transport=websocket&token=${token}`)
      const matchId = `b${Math.floor((index * wireMatches) / watched)}`
      await new Promise<void>((resolve, reject) => {
        socket.once('error', reject)
        socket.on('message', (data) => {
          const text = (data as Buffer).toString()
          if (text.startsWith('0')) socket.send('40')
          if (text === '2') socket.send('3')
          if (text.startsWith('40')) {
            socket.send(`42${JSON.stringify(['feed:watch', { sport: null, matchId, changes: true }])}`)
            resolve()
          }
          if (text.startsWith('42["feed:')) note(text.slice(2), sent, latencies)
        })
      })
      return socket
    }),
  )
}

interface MatchPacket {
  matchId: string
  markets: { options: { key: string; odds: number }[] }[]
}

/** Whole matches, or what has changed of one. */
type Packet = { matches: MatchPacket[] } | MatchPacket

function note(text: string, sent: Map<string, Sent>, latencies: number[]): void {
  const now = performance.now()
  const [, packet] = JSON.parse(text) as [string, Packet]
  for (const { matchId, markets } of 'matches' in packet ? packet.matches : [packet])
    for (const { key, odds } of markets.flatMap(({ options }) => options)) {
      const last = sent.get(`${matchId} ${key}`)
      if (last?.odds !== odds) continue
      latencies.push(now - last.at)
      sent.delete(`${matchId} ${key}`)
    }
}

/** Resident memory in MB. */
function memoryOf(pid: number): number {
  const [, kilobytes = 'NaN'] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Number(kilobytes) / 1_024
}
