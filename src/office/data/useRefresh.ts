import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'

/** Asks again for everything of a resource, every so many ms, while the page is seen: for what changes by itself. */
export function useRefresh(resource: string, everyMs: number): void {
  const queries = useQueryClient()
  useEffect(() => {
    const timer = setInterval(() => {
      if (document.visibilityState !== 'visible') return
      queries
        .invalidateQueries({ queryKey: [resource] })
        // The list shows by itself that it could not be read.
        .catch((error: unknown) => console.error('refresh failed', error))
    }, everyMs)
    return () => clearInterval(timer)
  }, [queries, resource, everyMs])
}
