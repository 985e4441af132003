import { setTimeout as delay } from 'node:timers/promises'

/** How many are ready at most: enough for a rush. */
const poolSize = 20
/** After a value that nobody waits for, the pool pauses this many times as long as that took. */
const sparePauseFactor = 4

interface Waiting<T> {
  resolve: (value: T) => void
  reject: (error: unknown) => void
}

/** Values that are ready, so that a call only takes one, such as captcha pictures. They are made one after another. */
export class ReadyPool<T> {
  readonly #ready: T[] = []
  readonly #waiting: Waiting<T>[] = []
  readonly #make: () => Promise<T>
  #filling = false

  constructor(make: () => Promise<T>) {
    this.#make = make
  }

  /** A value that nobody else gets. Rejects when it cannot be made; the next call tries again. */
  take(): Promise<T> {
    const value = this.#ready.pop()
    const taken = value
      ? Promise.resolve(value)
      : new Promise<T>((resolve, reject) => this.#waiting.push({ resolve, reject }))
    if (!this.#filling) void this.#fill()
    return taken
  }

  async #fill(): Promise<void> {
    this.#filling = true
    try {
      while (this.#waiting.length > 0 || this.#ready.length < poolSize) {
        const began = performance.now()
        const value = await this.#make()
        const makeMs = performance.now() - began
        const waiting = this.#waiting.shift()
        if (waiting) {
          waiting.resolve(value)
          continue
        }
        this.#ready.push(value)
        await delay(makeMs * sparePauseFactor, undefined, { ref: false })
      }
    } catch (error) {
      for (const { reject } of this.#waiting.splice(0)) reject(error)
    } finally {
      this.#filling = false
    }
  }
}
