/**
 * Wraps an async load so that only the newest of overlapping calls takes effect: superseded calls resolve to null, in
 * whatever order they finish, and never reject; the newest one may.
 */
export function newestOnly<Key, Value>(
  load: (key: Key) => Promise<Value>,
): (key: Key) => Promise<{ value: Value } | null> {
  let newest = 0
  return async (key) => {
    const sequence = ++newest
    try {
      const value = await load(key)
      return sequence === newest ? { value } : null
    } catch (error) {
      if (sequence === newest) throw error
      return null
    }
  }
}
