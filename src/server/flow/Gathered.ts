/** Keys of several callers that arrive within a moment, for which one piece of work is done. */
export class Gathered<Result> {
  readonly #work: (keys: string[]) => Promise<Result>
  readonly #ms: number
  #next: { keys: Set<string>; result: Promise<Result> } | undefined

  /** Keys gather for `ms` after the first one; 0: those of one turn of the event loop. */
  constructor(work: (keys: string[]) => Promise<Result>, ms: number) {
    this.#work = work
    this.#ms = ms
  }

  /** The result of the work that is done for this key among others. */
  add(key: string): Promise<Result> {
    this.#next ??= this.#begin()
    this.#next.keys.add(key)
    return this.#next.result
  }

  #begin(): { keys: Set<string>; result: Promise<Result> } {
    const keys = new Set<string>()
    const gathered = new Promise<void>((resolve) => {
      if (this.#ms === 0) setImmediate(resolve)
      else setTimeout(resolve, this.#ms)
    })
    const result = gathered.then(() => {
      this.#next = undefined
      return this.#work([...keys])
    })
    return { keys, result }
  }
}
