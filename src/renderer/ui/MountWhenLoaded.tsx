import { Suspense, useDeferredValue, type ReactNode } from 'react'

interface MountWhenLoadedProps {
  isOpen: boolean
  /** Lazy content. */
  children: () => ReactNode
}

/**
 * Mounts the children as soon as their code has loaded. A boundary that comes with its lazy content shows its fallback
 * first, which React keeps for at least 300 ms, even where the code is there already. This boundary is always there and
 * the opening is deferred, so React renders the content behind what is shown.
 */
export function MountWhenLoaded({ isOpen, children }: MountWhenLoadedProps) {
  const isDue = useDeferredValue(isOpen, false)
  return <Suspense>{isOpen && isDue && children()}</Suspense>
}
