/** A value as it was a short while ago at most. For what anybody may ask for: a flood of it costs no queries. */
export class Recent<T> {
  readonly #read: () => Promise<T>
  readonly #maxAgeMs: number
  #last: { until: number; value: Promise<T> } | undefined

  constructor(read: () => Promise<T>, maxAgeMs: number) {
    this.#read = read
    this.#maxAgeMs = maxAgeMs
  }

  get(): Promise<T> {
    if (this.#last && performance.now() < this.#last.until) return this.#last.value
    const value = this.#read()
    this.#last = { until: performance.now() + this.#maxAgeMs, value }
    value.catch(() => this.forget())
    return value
  }

  /** The next `get` reads again. */
  forget(): void {
    this.#last = undefined
  }
}
