import { Suspense, useEffect, useState, type ReactNode } from 'react'
import { HostBoundary } from './HostBoundary.tsx'

/** How long what is over the page waits so that the first screen has the network to itself, in ms. */
const settleMs = 1_000

/** Shows the children a moment after the page, or at once when they are urgent; from then on they stay. The page works without them. */
export function DeferMount({ isUrgent = false, children }: { isUrgent?: boolean; children: ReactNode }) {
  const [isSettled, setSettled] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(true), isUrgent ? 0 : settleMs)
    return () => clearTimeout(timer)
  }, [isUrgent])
  return (
    isSettled && (
      <HostBoundary>
        <Suspense>{children}</Suspense>
      </HostBoundary>
    )
  )
}
