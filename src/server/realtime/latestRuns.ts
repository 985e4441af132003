import { setTimeout as pause } from 'node:timers/promises'

/**
 * Runs what a key asks for: the first at once, then the latest of what was asked meanwhile, one at a time and never
 * sooner than `everyMs` after the end of the one before.
 */
export class LatestRuns {
  readonly #everyMs: number
  readonly #report: (error: unknown) => void
  readonly #latest = new Map<string, (() => Promise<void>) | undefined>()
  #stopped = false

  constructor(everyMs: number, report: (error: unknown) => void) {
    this.#everyMs = everyMs
    this.#report = report
  }

  ask(key: string, work: () => Promise<void>): void {
    const isRunning = this.#latest.has(key)
    this.#latest.set(key, work)
    if (!isRunning) void this.#run(key)
  }

  /** What was asked and has not begun does not run. */
  stop(): void {
    this.#stopped = true
  }

  async #run(key: string): Promise<void> {
    for (let work = this.#latest.get(key); work && !this.#stopped; work = this.#latest.get(key)) {
      this.#latest.set(key, undefined)
      try {
        await work()
      } catch (error) {
        this.#report(error)
      }
      await pause(this.#everyMs, undefined, { ref: false })
    }
    this.#latest.delete(key)
  }
}
