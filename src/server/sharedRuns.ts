interface Runs {
  /** Resolves when the run has ended, whatever its outcome. */
  current: Promise<void>
  next: Promise<unknown> | undefined
}

/**
 * At most one run of a key at a time. Calls that come during a run share the next one, which begins when it has
 * ended: every call gets a result that was read after it came, and a flood of calls costs one run after another.
 */
export class SharedRuns {
  readonly #keys = new Map<string, Runs>()

  /** `work` of the same key must do the same: it runs for all calls that wait. */
  run<T>(key: string, work: () => Promise<T>): Promise<T> {
    const runs = this.#keys.get(key)
    if (!runs) return this.#start(key, work)
    runs.next ??= runs.current.then(() => this.#start(key, work))
    return runs.next as Promise<T>
  }

  #start<T>(key: string, work: () => Promise<T>): Promise<T> {
    const result = work()
    const runs: Runs = { current: Promise.resolve(), next: undefined }
    this.#keys.set(key, runs)
    runs.current = result.then(nothing, nothing).then(() => {
      if (runs.next === undefined) this.#keys.delete(key)
    })
    return result
  }
}

function nothing(): void {}
