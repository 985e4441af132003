/**
 * A value as it was a short while ago at most, by a clock that may be moved (Recent goes by that of the machine). For what
 * many places of a process read again and again.
 */
export class RecentAt<T> {
  readonly #maxAgeMs: number
  #last: { at: number; value: Promise<T> } | undefined

  constructor(maxAgeMs: number) {
    this.#maxAgeMs = maxAgeMs
  }

  get(now: Date, read: () => Promise<T>): Promise<T> {
    const age = this.#last ? now.getTime() - this.#last.at : NaN
    // The sandbox moves the clock back, too.
    if (this.#last && age >= 0 && age < this.#maxAgeMs) return this.#last.value
    const value = read()
    const last = { at: now.getTime(), value }
    this.#last = last
    value.catch(() => {
      if (this.#last === last) this.#last = undefined
    })
    return value
  }
}
