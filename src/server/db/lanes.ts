import type { Duplex } from 'node:stream'
import pg from 'pg'

/** A statement that takes longer than this holds up those behind it, in ms. */
const slowMs = 100
/** How long a text counts as slow after a slow statement, in ms. */
const slowTextMs = 60_000
/** Beyond this number of slow texts, some code builds SQL from values. */
const maxSlowTexts = 500
/** How long a spare lane stays open without a statement, in ms. */
const spareIdleMs = 5_000

interface Lane {
  client: pg.Client
  connected: Promise<void>
  /** Its statements in the order in which PostgreSQL runs them. */
  statements: Set<Statement>
  /** How many of them have a slow text. */
  slow: number
  idleTimer?: NodeJS.Timeout
}

interface Statement {
  text: string
  isSlow: boolean
  /** When it became the first one of its lane, in ms of `performance.now()`. */
  startedAt: number
}

/**
 * A few connections that plain reads share. Statements of many requests are sent together, which costs the server and
 * PostgreSQL far less than one connection for each; every statement is its own transaction. A statement uses the lane
 * with the fewest pending statements. When a lane's connection is lost, its statements fail, and the next statement
 * opens it again.
 *
 * Slow statements cannot stop the others. A text that was slow within the last minute uses only the first half of the
 * lanes, however many players send it. While a statement is slow, its lane gets no others; when all lanes are taken by
 * such statements, as many spare lanes are opened.
 */
export class Lanes {
  readonly #config: pg.ClientConfig
  readonly #onError: (error: Error) => void
  readonly #lanes: (Lane | undefined)[]
  readonly #count: number
  /** When a statement with this text was last slow. */
  readonly #slowTexts = new Map<string, number>()
  #closed = false

  constructor(config: pg.ClientConfig, count: number, onError: (error: Error) => void) {
    this.#config = config
    this.#onError = onError
    this.#count = count
    this.#lanes = Array.from({ length: count * 2 }, () => undefined)
  }

  async run<T>(text: string, send: (client: pg.Client) => Promise<T>): Promise<T> {
    if (this.#closed) throw new Error('the database is closed')
    const now = performance.now()
    const isSlow = this.#isSlow(text, now)
    const lane = this.#pick(isSlow, now)
    const statement: Statement = { text, isSlow, startedAt: now }
    lane.statements.add(statement)
    lane.slow += Number(isSlow)
    try {
      await lane.connected
      corkWrites(lane.client, setImmediate)
      return await send(lane.client)
    } finally {
      this.#finish(lane, statement)
    }
  }

  /** Number of statements that were sent, or wait for their connection. */
  get pending(): number {
    return this.#lanes.reduce((sum, lane) => sum + (lane?.statements.size ?? 0), 0)
  }

  /** Waits for pending statements. */
  async close(): Promise<void> {
    this.#closed = true
    await Promise.all(
      this.#lanes.map(async (lane) => {
        if (!lane) return
        clearTimeout(lane.idleTimer)
        await Promise.allSettled([lane.connected])
        await lane.client.end()
      }),
    )
  }

  #pick(isSlow: boolean, now: number): Lane {
    const last = isSlow ? Math.ceil(this.#count / 2) : this.#lanes.length
    let best: Lane | undefined
    let shortest: Lane | undefined
    for (let index = 0; index < last; index++) {
      // The spare lanes only when all others are held up.
      if (index === this.#count && best) break
      const lane = this.#lanes[index]
      if (!lane) return this.#open(index)
      const waiting = lane.statements.size
      if (waiting === 0) return lane
      if (!shortest || waiting < shortest.statements.size) shortest = lane
      const isOpen = isSlow || !this.#isHeldUp(lane, now)
      if (isOpen && (!best || waiting < best.statements.size)) best = lane
    }
    const lane = best ?? shortest
    if (!lane) throw new Error('no lanes')
    return lane
  }

  #isSlow(text: string, now: number): boolean {
    const at = this.#slowTexts.get(text)
    if (at === undefined) return false
    if (now - at < slowTextMs) return true
    this.#slowTexts.delete(text)
    return false
  }

  /** Whether the lane's first statement is slow, or another one is likely to be. */
  #isHeldUp({ statements, slow }: Lane, now: number): boolean {
    const [first] = statements
    if (first && now - first.startedAt >= slowMs) {
      this.#markSlow(first.text, now)
      return true
    }
    return slow > 0
  }

  #markSlow(text: string, now: number): void {
    if (this.#slowTexts.size >= maxSlowTexts) this.#slowTexts.clear()
    this.#slowTexts.set(text, now)
  }

  #finish(lane: Lane, statement: Statement): void {
    const now = performance.now()
    const [first] = lane.statements
    if (first === statement && now - statement.startedAt >= slowMs) this.#markSlow(statement.text, now)
    lane.statements.delete(statement)
    lane.slow -= Number(statement.isSlow)
    const [next] = lane.statements
    if (next && first === statement) next.startedAt = now
    if (!next) this.#closeIdleSpare(lane)
  }

  /** Closes a spare lane that has no statement for a while. */
  #closeIdleSpare(lane: Lane): void {
    const index = this.#lanes.indexOf(lane)
    if (index < this.#count || lane.idleTimer) return
    lane.idleTimer = setTimeout(() => {
      delete lane.idleTimer
      if (lane.statements.size > 0 || this.#lanes[index] !== lane) return
      this.#lanes[index] = undefined
      lane.client.end().catch((error: Error) => this.#onError(error))
    }, spareIdleMs).unref()
  }

  #open(index: number): Lane {
    const client = new pg.Client(this.#config)
    const drop = (error?: Error) => {
      if (this.#lanes[index] !== lane) return
      this.#lanes[index] = undefined
      if (!this.#closed && error) this.#onError(error)
    }
    const lane: Lane = {
      client,
      connected: client.connect().then(() => undefined),
      statements: new Set(),
      slow: 0,
    }
    client.on('error', drop)
    client.on('end', () => drop())
    lane.connected.catch(() => drop())
    this.#lanes[index] = lane
    return lane
  }
}

/** Corks the connection until `schedule` fires, so that everything sent meanwhile goes out in one write. */
export function corkWrites(
  client: pg.ClientBase,
  schedule: (flush: () => void) => unknown = process.nextTick,
): void {
  const stream = streamOf(client)
  if (stream.writableCorked > 0) return
  stream.cork()
  schedule(() => stream.uncork())
}

/** Closes the connection at once: every pending statement on it fails. */
export function cut(client: pg.ClientBase): void {
  streamOf(client).destroy()
}

function streamOf(client: pg.ClientBase): Duplex {
  return (client as unknown as { connection: { stream: Duplex } }).connection.stream
}
