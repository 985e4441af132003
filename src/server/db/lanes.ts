import type { Duplex } from 'node:stream'
import pg from 'pg'

interface Lane {
  client: pg.Client
  connected: Promise<void>
  pending: number
}

/**
 * A few connections that plain reads share. Statements of many requests are sent together, which costs the server and
 * PostgreSQL far less than one connection for each; every statement is its own transaction. A statement uses the lane
 * with the fewest pending statements, so that a slow one delays hardly any others. When a lane's connection is lost,
 * its statements fail, and the next statement opens it again.
 */
export class Lanes {
  readonly #config: pg.ClientConfig
  readonly #onError: (error: Error) => void
  readonly #lanes: (Lane | undefined)[]
  #closed = false

  constructor(config: pg.ClientConfig, count: number, onError: (error: Error) => void) {
    this.#config = config
    this.#onError = onError
    this.#lanes = Array.from({ length: count }, () => undefined)
  }

  async run<T>(send: (client: pg.Client) => Promise<T>): Promise<T> {
    if (this.#closed) throw new Error('the database is closed')
    const lane = this.#pick()
    lane.pending++
    try {
      await lane.connected
      corkWrites(lane.client, setImmediate)
      return await send(lane.client)
    } finally {
      lane.pending--
    }
  }

  /** Waits for pending statements. */
  async close(): Promise<void> {
    this.#closed = true
    await Promise.all(
      this.#lanes.map(async (lane) => {
        if (!lane) return
        await Promise.allSettled([lane.connected])
        await lane.client.end()
      }),
    )
  }

  /** An idle lane, else a new one, else the one with the fewest pending statements. */
  #pick(): Lane {
    let best: Lane | undefined
    for (const [index, lane] of this.#lanes.entries()) {
      if (lane?.pending === 0) return lane
      if (!lane) return this.#open(index)
      if (!best || lane.pending < best.pending) best = lane
    }
    if (!best) throw new Error('no lanes')
    return best
  }

  #open(index: number): Lane {
    const client = new pg.Client(this.#config)
    const drop = (error?: Error) => {
      if (this.#lanes[index] !== lane) return
      this.#lanes[index] = undefined
      if (!this.#closed && error) this.#onError(error)
    }
    const lane: Lane = { client, connected: client.connect().then(() => undefined), pending: 0 }
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
