interface Passed {
  /** By the machine. */
  at: number
  ms: number
}

/** The operating system counts in whole seconds. */
const coarseMs = 1_000

/**
 * The time by which idleness is counted. It runs as the machine's does, except that a test may let time pass in which nobody
 * uses the terminal.
 */
export class IdleClock {
  readonly #real: () => number
  #passed: Passed[] = []

  /** `real`: milliseconds of a clock that nobody can set. */
  constructor(real: () => number) {
    this.#real = real
  }

  readonly now = (): number => this.#real() + this.#passed.reduce((sum, { ms }) => sum + ms, 0)

  /** Lets this many seconds pass at once. */
  pass(seconds: number): void {
    this.#passed.push({ at: this.#real(), ms: seconds * 1_000 })
  }

  /** Seconds since an input that was so many of the machine's seconds ago, with those that have been let pass since. */
  since(machineSeconds: number): number {
    const inputAt = this.#real() - machineSeconds * 1_000
    return this.#passed
      .filter(({ at }) => at > inputAt - coarseMs)
      .reduce((sum, { ms }) => sum + ms / 1_000, machineSeconds)
  }
}
