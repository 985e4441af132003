import { useEffect, useSyncExternalStore } from 'react'
import type { Action } from './actions/action.ts'

export interface PageAction {
  action: Action<never>
  run: () => void
}

/** What can be done on the page that is shown: the palette offers it. */
let current: readonly (readonly PageAction[])[] = []
const listeners = new Set<() => void>()

function set(next: typeof current): void {
  current = next
  for (const listener of listeners) listener()
}

/** Offers the actions in the palette for as long as the component is mounted; keep the list between renders. */
export function usePageActions(actions: readonly PageAction[]): void {
  useEffect(() => {
    set([...current, actions])
    return () => set(current.filter((each) => each !== actions))
  }, [actions])
}

export function usePageActionList(): readonly PageAction[] {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => current,
  ).flat()
}
