import { useSyncExternalStore } from 'react'

/** Rows whose action waits to be undone or carried out, as `<resource>/<id>`, with what will happen to them. */
let rows: ReadonlyMap<string, string> = new Map()
const listeners = new Set<() => void>()

function set(next: ReadonlyMap<string, string>): void {
  rows = next
  for (const listener of listeners) listener()
}

export const pendingRows = {
  add(ids: readonly string[], label: string): void {
    set(new Map([...rows, ...ids.map((id) => [id, label] as const)]))
  },
  remove(ids: readonly string[]): void {
    set(new Map([...rows].filter(([id]) => !ids.includes(id))))
  },
}

export function usePendingRows(): ReadonlyMap<string, string> {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => rows,
  )
}
