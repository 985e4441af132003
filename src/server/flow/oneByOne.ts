/**
 * Runs work in the background, one after the other: when all clients reconnect at once, what each of them causes must not
 * take the database from the players' calls.
 */
export class OneByOne {
  readonly #report: (error: unknown) => void
  #last: Promise<void> = Promise.resolve()
  #isStopped = false

  constructor(report: (error: unknown) => void) {
    this.#report = report
  }

  add(work: () => Promise<void>): void {
    this.#last = this.#last.then(async () => {
      if (this.#isStopped) return
      try {
        await work()
      } catch (error) {
        this.#report(error)
      }
    })
  }

  /** Drops what has not started, and waits for what is running. */
  stop(): Promise<void> {
    this.#isStopped = true
    return this.#last
  }
}
