import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net'

/** `up` is towards the target (requests), `down` is away from it (responses). */
export type Direction = 'up' | 'down'

/**
 * `cut` breaks the connection instead of forwarding the packet, `half` after forwarding half of it, and `after` when it
 * has been forwarded. `stall` keeps the connection but forwards nothing more in that direction. `delay` forwards the
 * packet late.
 */
export type Action = 'cut' | 'half' | 'after' | 'stall' | 'delay'

export interface Fault {
  direction: Direction
  /** The number of packets or bytes before the fault, counted over all connections since `arm`. */
  after: { packets: number } | { bytes: number }
  action: Action
}

interface Pair {
  up: Socket
  down: Socket
  stalled: Set<Direction>
}

/** How long a delayed packet waits, in ms. */
const delayMs = 60

/** A TCP proxy in front of a port or a Unix socket. It disturbs one connection at a chosen packet. */
export class FaultProxy {
  readonly #server: Server
  readonly #pairs = new Set<Pair>()
  #fault: Fault | undefined
  #seen = { packets: 0, bytes: 0 }
  #isRefusing = false

  private constructor(target: { path: string } | { host: string; port: number }) {
    this.#server = createServer({ noDelay: true }, (client) => {
      if (this.#isRefusing) {
        client.destroy()
        return
      }
      const upstream = connect({ ...target, noDelay: true })
      const pair: Pair = { up: upstream, down: client, stalled: new Set() }
      this.#pairs.add(pair)
      this.#forward(pair, 'up', client, upstream)
      this.#forward(pair, 'down', upstream, client)
    })
  }

  /** Listens on a free port of this machine. */
  static async start(target: { path: string } | { host: string; port: number }): Promise<FaultProxy> {
    const proxy = new FaultProxy(target)
    proxy.#server.listen(0, '127.0.0.1')
    await once(proxy.#server, 'listening')
    return proxy
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port
  }

  /** Sets the next fault, which happens once. */
  arm(fault: Fault): void {
    this.#fault = fault
    this.#seen = { packets: 0, bytes: 0 }
  }

  /** Removes the fault and breaks the connections that it stalled. Returns whether the fault happened. */
  disarm(): boolean {
    const happened = this.#fault === undefined
    this.#fault = undefined
    for (const pair of this.#pairs) if (pair.stalled.size > 0) this.#break(pair)
    return happened
  }

  /** Whether connections are closed at once, as a load balancer without a server behind it does. */
  refuse(isRefusing: boolean): void {
    this.#isRefusing = isRefusing
    if (isRefusing) this.cutAll()
  }

  /** Breaks every connection now. */
  cutAll(): void {
    for (const pair of [...this.#pairs]) this.#break(pair)
  }

  async close(): Promise<void> {
    const closed = once(this.#server, 'close')
    this.#server.close()
    this.cutAll()
    await closed
  }

  #forward(pair: Pair, direction: Direction, from: Socket, to: Socket): void {
    let late = Promise.resolve()
    from.on('data', (chunk: Buffer) => {
      if (pair.stalled.has(direction)) return
      const fault = this.#faultAt(direction, chunk)
      if (fault?.action === 'delay') {
        late = late.then(() => new Promise((resolve) => setTimeout(resolve, delayMs)))
      }
      if (!fault || fault.action === 'delay') void late.then(() => to.writable && to.write(chunk))
      else this.#applyFault(pair, direction, fault.action, chunk, to)
    })
    from.on('end', () => void late.then(() => to.end()))
    // Broken connections are handled by the close event, which also closes the other half.
    from.on('error', () => undefined)
    from.on('close', () => this.#break(pair))
  }

  #applyFault(pair: Pair, direction: Direction, action: Action, chunk: Buffer, to: Socket): void {
    if (action === 'stall') {
      pair.stalled.add(direction)
      return
    }
    if (action === 'cut') {
      this.#break(pair)
      return
    }
    const part = action === 'after' ? chunk : chunk.subarray(0, Math.floor(chunk.length / 2))
    to.write(part, () => this.#break(pair))
  }

  /** Returns the fault if it is due at this packet. */
  #faultAt(direction: Direction, chunk: Buffer): Fault | undefined {
    const fault = this.#fault
    if (fault?.direction !== direction) return undefined
    const before = { ...this.#seen }
    this.#seen = { packets: before.packets + 1, bytes: before.bytes + chunk.length }
    const isDue =
      'packets' in fault.after ? before.packets >= fault.after.packets : this.#seen.bytes > fault.after.bytes
    if (!isDue) return undefined
    this.#fault = undefined
    return fault
  }

  #break(pair: Pair): void {
    this.#pairs.delete(pair)
    pair.up.destroy()
    pair.down.destroy()
  }
}
