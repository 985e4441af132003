import { useDeferredValue, useSyncExternalStore } from 'react'

const unchanging = () => () => undefined

/**
 * False while a page is prerendered and while the client takes it over: both render what stands in for lazy parts. Then
 * true, deferred, so that these are rendered behind what is shown.
 */
export function useHydrated(): boolean {
  return useDeferredValue(
    useSyncExternalStore(
      unchanging,
      () => true,
      () => false,
    ),
  )
}
