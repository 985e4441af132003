interface Runs {
  /** Resolves when the run has ended, whether it succeeded or failed. */
  current: Promise<void>
  next: Promise<unknown> | undefined
}

/**
 * Coalesces calls by key, with at most one run of a key at a time. Calls that arrive during a run share the next one,
 * which starts when the current run has ended. No caller gets a result that was read before its call, and a flood of
 * calls costs only one run at a time.
 */
export class SharedRuns {
  readonly #runs = new Map<string, Runs>()

  /** All calls with a key must pass equivalent `work`, because one run serves all waiting callers. */
  run<T>(key: string, work: () => Promise<T>): Promise<T> {
    const runs = this.#runs.get(key)
    if (!runs) return this.#start(key, work)
    runs.next ??= runs.current.then(() => this.#start(key, work))
    return runs.next as Promise<T>
  }

  #start<T>(key: string, work: () => Promise<T>): Promise<T> {
    const result = work()
    const runs: Runs = { current: Promise.resolve(), next: undefined }
    this.#runs.set(key, runs)
    runs.current = result.then(noop, noop).then(() => {
      if (runs.next === undefined) this.#runs.delete(key)
    })
    return result
  }
}

function noop(): void {}
