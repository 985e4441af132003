import { Refusal } from '../texts/refusal.ts'

interface GateLimits {
  /** Maximum number of waiting calls, over all keys. */
  waiting: number
  /** Maximum number of waiting calls per key. */
  waitingPerKey: number
  /** How long a call may wait, in ms. */
  waitMs: number
}

interface KeyQueue {
  running: number
  /** Callbacks that start the waiting calls, oldest first. */
  waiting: Set<() => void>
}

/** Waiting calls are cheap, because they hold no database connection. Our client sends one call at a time. */
const defaults: GateLimits = { waiting: 5_000, waitingPerKey: 250, waitMs: 15_000 }

/**
 * Limits the concurrent calls per key (a player or an address); further calls wait in a queue per key, so that no
 * caller takes more than a few database connections. Each process has its own gate.
 */
export class CallGate {
  readonly #limits: GateLimits
  readonly #queues = new Map<string, KeyQueue>()
  #waiting = 0

  constructor(limits: Partial<GateLimits> = {}) {
    this.#limits = { ...defaults, ...limits }
  }

  /** Number of waiting calls. */
  get waiting(): number {
    return this.#waiting
  }

  /**
   * Runs `work` once fewer than `atOnce` calls of `key` are running. Throws tooManyCalls, and never runs `work`, when
   * the queue is full or the call waited for too long.
   */
  async run<T>(key: string, atOnce: number, work: () => Promise<T>): Promise<T> {
    const queue = this.#queues.get(key) ?? { running: 0, waiting: new Set() }
    this.#queues.set(key, queue)
    if (queue.running < atOnce) queue.running++
    else await this.#waitForPlace(queue)
    try {
      return await work()
    } finally {
      this.#releasePlace(key, queue)
    }
  }

  /** Throws tooManyCalls when a further call of `key` would find its queue full. Cheaper than `run`, and may be called before. */
  refuseWhenFull(key: string, atOnce: number): void {
    const queue = this.#queues.get(key)
    if (queue && queue.running >= atOnce && queue.waiting.size >= this.#maxWaitingPerKey())
      throw tooManyCalls()
  }

  /** Resolves when a call has ended and this one takes its place. */
  #waitForPlace(queue: KeyQueue): Promise<void> {
    if (queue.waiting.size >= this.#maxWaitingPerKey()) throw tooManyCalls()
    return new Promise((resolve, reject) => {
      const stopWaiting = () => {
        clearTimeout(timer)
        queue.waiting.delete(start)
        this.#waiting--
      }
      const start = () => {
        stopWaiting()
        resolve()
      }
      const timer = setTimeout(() => {
        stopWaiting()
        reject(tooManyCalls())
      }, this.#limits.waitMs)
      queue.waiting.add(start)
      this.#waiting++
    })
  }

  #releasePlace(key: string, queue: KeyQueue): void {
    const [next] = queue.waiting
    if (next) return next()
    queue.running--
    if (queue.running === 0) this.#queues.delete(key)
  }

  /**
   * The fuller the gate, the shorter each queue may be, so that several floods at once still leave room for other
   * callers. A queue may use an eighth of the free places: 20 queues then reach 178 calls each, while 20 queues of 250
   * would fill the gate.
   */
  #maxWaitingPerKey(): number {
    return Math.min(this.#limits.waitingPerKey, Math.floor((this.#limits.waiting - this.#waiting) / 8))
  }
}

function tooManyCalls(): Refusal {
  return new Refusal('tooManyCalls', { params: { seconds: 2 }, retryAfter: 2 })
}
