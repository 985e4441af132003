import { LRUCache } from 'lru-cache'

/** What was computed last for a key, while the version that it was computed for is the current one. */
export class VersionedCache<Value> {
  readonly #kept: LRUCache<string, { version: number; value: Value }>

  constructor(max: number) {
    this.#kept = new LRUCache({ max })
  }

  get(key: string, version: number, compute: () => Value): Value {
    const kept = this.#kept.get(key)
    if (kept?.version === version) return kept.value
    const value = compute()
    this.#kept.set(key, { version, value })
    return value
  }

  clear(): void {
    this.#kept.clear()
  }
}
