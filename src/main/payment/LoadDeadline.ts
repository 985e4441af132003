/** A payment page must be there within this time. */
const limitMs = 15_000
/** A page that does not move on for this long is the one that the customer was meant to see. */
const settledMs = 1_000

/**
 * The time that a payment page has to load. Redirects count as one load, also those that pages make themselves; what the
 * customer starts on a page that was there may take longer.
 */
export class LoadDeadline {
  readonly #onMissed: () => void
  #limit: NodeJS.Timeout | undefined
  #settled: NodeJS.Timeout | undefined

  constructor(onMissed: () => void) {
    this.#onMissed = onMissed
  }

  start(): void {
    this.stop()
    this.#limit = setTimeout(() => {
      this.stop()
      this.#onMissed()
    }, limitMs)
  }

  onNavigation(): void {
    clearTimeout(this.#settled)
  }

  onReady(): void {
    clearTimeout(this.#settled)
    this.#settled = setTimeout(() => this.stop(), settledMs)
  }

  stop(): void {
    clearTimeout(this.#limit)
    clearTimeout(this.#settled)
  }
}
