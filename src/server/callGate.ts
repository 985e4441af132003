import { Refusal } from './errors.ts'

interface GateLimits {
  /** Most calls that wait, of all keys together. */
  waiting: number
  /** Most calls of one key that wait. */
  waitingOfOne: number
  /** How long a call may wait, in ms. */
  waitMs: number
}

interface Line {
  running: number
  /** Calls that wait, oldest first. */
  waiting: Set<() => void>
}

/** A player's calls that wait hold no connection, so they are cheap; a client sends one at a time. */
const defaults: GateLimits = { waiting: 5_000, waitingOfOne: 250, waitMs: 15_000 }

/**
 * Runs a few calls of one key (a player, an address) at a time; further ones wait in a queue of that key. So nobody
 * takes more than a few database connections, however many calls they send. Each process has its own gate.
 */
export class CallGate {
  readonly #limits: GateLimits
  readonly #lines = new Map<string, Line>()
  #waiting = 0

  constructor(limits: Partial<GateLimits> = {}) {
    this.#limits = { ...defaults, ...limits }
  }

  /**
   * Runs `work` once fewer than `atOnce` calls of `key` are running. Throws tooManyCalls, and never runs `work`, when
   * the queue is full or the call waited for too long.
   */
  async run<T>(key: string, atOnce: number, work: () => Promise<T>): Promise<T> {
    const line = this.#lines.get(key) ?? { running: 0, waiting: new Set() }
    this.#lines.set(key, line)
    if (line.running < atOnce) line.running++
    else await this.#turn(line)
    try {
      return await work()
    } finally {
      this.#passOn(key, line)
    }
  }

  /** Resolves when a call that has ended hands its place over. */
  #turn(line: Line): Promise<void> {
    if (line.waiting.size >= this.#mostOfOne()) throw tooManyCalls()
    return new Promise((resolve, reject) => {
      const stopWaiting = () => {
        clearTimeout(timer)
        line.waiting.delete(go)
        this.#waiting--
      }
      const go = () => {
        stopWaiting()
        resolve()
      }
      const timer = setTimeout(() => {
        stopWaiting()
        reject(tooManyCalls())
      }, this.#limits.waitMs)
      line.waiting.add(go)
      this.#waiting++
    })
  }

  #passOn(key: string, line: Line): void {
    const [next] = line.waiting
    if (next) return next()
    line.running--
    if (line.running === 0) this.#lines.delete(key)
  }

  /**
   * The fuller the gate is, the shorter is each queue, so that many floods together leave room for a newcomer. An
   * eighth of what is free: 20 full queues of 250 would fill it all, and reach 178.
   */
  #mostOfOne(): number {
    return Math.min(this.#limits.waitingOfOne, Math.floor((this.#limits.waiting - this.#waiting) / 8))
  }
}

function tooManyCalls(): Refusal {
  return new Refusal('tooManyCalls', { params: { seconds: 2 }, retryAfter: 2 })
}
