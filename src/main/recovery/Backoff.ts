const delaysMs = [0, 500, 1_000, 2_000, 4_000] as const
const longestMs = 4_000
/** After this long without a failure, the next one counts as the first. */
const quietMs = 10_000

/** How long to wait before each new attempt: longer with every failure, but never so long that customers leave. */
export class Backoff {
  #failures = 0
  #lastAt = -Infinity

  constructor(private readonly now: () => number = () => performance.now()) {}

  /** Counts one failure; returns the wait in ms. */
  next(): number {
    const now = this.now()
    if (now - this.#lastAt > quietMs) this.#failures = 0
    this.#lastAt = now
    return delaysMs[this.#failures++] ?? longestMs
  }
}
