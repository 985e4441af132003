export interface Listeners<Payload> {
  /** Returns its cleanup. */
  add(listener: (payload: Payload) => void): () => void
  notify(payload: Payload): void
}

export function createListeners<Payload>(): Listeners<Payload> {
  const listeners = new Set<(payload: Payload) => void>()
  return {
    add(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    notify(payload) {
      for (const listener of [...listeners]) listener(payload)
    },
  }
}
