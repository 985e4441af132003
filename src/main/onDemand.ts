/** Something that is loaded with its first use. */
export interface OnDemand<Value> {
  /** Loads it once. A failed attempt is not kept: the next call loads it again. */
  load(): Promise<Value>
  /** Calls `work` once what is being loaded is there. Before the first `load`, and when that fails, nothing happens. */
  whenLoaded(work: (value: Value) => void): void
}

export function onDemand<Value>(create: () => Promise<Value>): OnDemand<Value> {
  let loaded: Promise<Value> | undefined
  return {
    load: () =>
      (loaded ??= create().catch((error: unknown) => {
        loaded = undefined
        throw error
      })),
    whenLoaded: (work) => void loaded?.then(work, () => undefined),
  }
}
