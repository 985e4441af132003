import { useSyncExternalStore } from 'react'

/** What will happen to rows, by `<resource>/<id>`: each of it is there once for each time that it was added. */
let waiting: ReadonlyMap<string, readonly string[]> = new Map()
let rows: ReadonlyMap<string, string> = new Map()
const listeners = new Set<() => void>()

function set(next: typeof waiting): void {
  waiting = next
  rows = new Map([...next].flatMap(([id, labels]) => labels.slice(-1).map((label) => [id, label])))
  for (const listener of listeners) listener()
}

/** Rows whose action waits to be undone or carried out, or is under way. */
export const pendingRows = {
  add(ids: readonly string[], label: string): void {
    set(new Map([...waiting, ...ids.map((id) => [id, [...(waiting.get(id) ?? []), label]] as const)]))
  },
  /** What was added once with this label. */
  remove(ids: readonly string[], label: string): void {
    const next = new Map(waiting)
    for (const id of ids) {
      const labels = next.get(id) ?? []
      const at = labels.lastIndexOf(label)
      const left = at === -1 ? labels : labels.toSpliced(at, 1)
      if (left.length === 0) next.delete(id)
      else next.set(id, left)
    }
    set(next)
  },
  has(id: string): boolean {
    return waiting.has(id)
  },
  /** What will happen to each. */
  get: (): ReadonlyMap<string, string> => rows,
}

export function usePendingRows(): ReadonlyMap<string, string> {
  return useSyncExternalStore((listener) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }, pendingRows.get)
}
