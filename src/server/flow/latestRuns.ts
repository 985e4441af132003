import { setTimeout as pause } from 'node:timers/promises'

/**
 * Throttles jobs by key: runs the first job at once, then the latest of those requested meanwhile, one at a time and
 * at least `everyMs` after the end of the previous one.
 */
export class LatestRuns {
  readonly #everyMs: number
  readonly #report: (error: unknown) => void
  readonly #pending = new Map<string, (() => Promise<void>) | undefined>()
  readonly #running = new Set<Promise<void>>()
  #stopped = false

  constructor(everyMs: number, report: (error: unknown) => void) {
    this.#everyMs = everyMs
    this.#report = report
  }

  request(key: string, work: () => Promise<void>): void {
    const isRunning = this.#pending.has(key)
    this.#pending.set(key, work)
    if (!isRunning) void this.#run(key)
  }

  /** Drops requested jobs that have not started, and waits for those that run. */
  async stop(): Promise<void> {
    this.#stopped = true
    await Promise.all(this.#running)
  }

  async #run(key: string): Promise<void> {
    for (let work = this.#pending.get(key); work && !this.#stopped; work = this.#pending.get(key)) {
      this.#pending.set(key, undefined)
      const running = work().catch(this.#report)
      this.#running.add(running)
      await running
      this.#running.delete(running)
      await pause(this.#everyMs, undefined, { ref: false })
    }
    this.#pending.delete(key)
  }
}
