/** What of the browser's `Storage` is used. */
export interface TextStorage {
  getItem(key: string): string | null
  setItem(key: string, text: string): void
  removeItem(key: string): void
  clear(): void
}

/**
 * A storage area of the browser. Where the browser refuses it (blocked cookies, private mode), or it is full, values live in
 * memory: for this visit everything works. `open` throws where it is refused.
 */
export function visitStorage(open: () => TextStorage): TextStorage {
  /** Newer than what the area has; null: removed. */
  const memory = new Map<string, string | null>()
  const write = (key: string, text: string | null) => {
    memory.set(key, text)
    try {
      if (text === null) open().removeItem(key)
      else open().setItem(key, text)
      memory.delete(key)
    } catch (error) {
      console.warn(`storage refused: ${key}`, error)
    }
  }
  return {
    getItem(key) {
      const kept = memory.get(key)
      if (kept !== undefined) return kept
      try {
        return open().getItem(key)
      } catch {
        return null
      }
    },
    setItem: write,
    removeItem: (key) => write(key, null),
    clear() {
      memory.clear()
      try {
        open().clear()
      } catch (error) {
        console.warn('storage refused', error)
      }
    },
  }
}
