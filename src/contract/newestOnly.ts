/**
 * Wraps a load so that, of several that overlap, only the newest one counts: the others resolve to null, in
 * whatever order they finish. A newest one that fails rejects; one that was overtaken never does.
 */
export function newestOnly<Key, Value>(
  load: (key: Key) => Promise<Value>,
): (key: Key) => Promise<{ value: Value } | null> {
  let newest = 0
  return async (key) => {
    const mine = ++newest
    try {
      const value = await load(key)
      return mine === newest ? { value } : null
    } catch (error) {
      if (mine === newest) throw error
      return null
    }
  }
}
