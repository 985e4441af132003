import { useEffect } from 'react'

let locks = 0

/**
 * Prevents the page from scrolling while at least one dialog is open. Adds no style element: the CSP
 * forbids it.
 */
export function useScrollLock(active: boolean): void {
  useEffect(() => {
    if (!active) return
    locks += 1
    document.documentElement.style.overflow = 'hidden'
    return () => {
      locks -= 1
      if (locks === 0) document.documentElement.style.overflow = ''
    }
  }, [active])
}
