/** A payment page must be there within this time. */
const limitMs = 15_000
/** A page that does not move on for this long is the one that the customer was meant to see; on a busy machine too. */
const settledMs = 3_000

/**
 * The time that a payment page has to load. Redirects count as one load, also those that pages make themselves; what the
 * customer starts on a page that was there may take longer. A page that is there when the time is over has loaded, unless
 * it then moves on before it has settled.
 */
export class LoadDeadline {
  readonly #onMissed: () => void
  #limit: NodeJS.Timeout | undefined
  #settled: NodeJS.Timeout | undefined
  #isThere = false
  #isOver = false

  constructor(onMissed: () => void) {
    this.#onMissed = onMissed
  }

  start(): void {
    this.stop()
    this.#isThere = false
    this.#isOver = false
    this.#limit = setTimeout(() => {
      this.#isOver = true
      if (!this.#isThere) this.#miss()
    }, limitMs)
  }

  onNavigation(): void {
    if (this.#isOver && this.#isThere) return this.#miss()
    this.#isThere = false
    clearTimeout(this.#settled)
  }

  onReady(): void {
    clearTimeout(this.#settled)
    this.#isThere = true
    this.#settled = setTimeout(() => this.stop(), settledMs)
  }

  stop(): void {
    clearTimeout(this.#limit)
    clearTimeout(this.#settled)
    this.#isOver = false
  }

  #miss(): void {
    this.stop()
    this.#onMissed()
  }
}
