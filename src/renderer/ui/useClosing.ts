import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { prefersReducedMotion } from './reducedMotion.ts'

/** Duration of the exit animation of Sheet.module.css, in ms. */
const EXIT = 180

/**
 * Lets a dialog play its exit animation before its owner removes it: `close` hides it at once and calls
 * `onClosed` after the animation. An owner that removes the dialog itself need not wait.
 */
export function useClosing(onClosed: () => void): { closing: boolean; close: () => void } {
  const [closing, setClosing] = useState(false)
  const latest = useRef(onClosed)
  useEffect(() => {
    latest.current = onClosed
  })
  // Not a passive effect: while the next dialog's chunk loads, Suspense hides this one and cleans up only layout
  // effects, and the timer would close the next dialog.
  useLayoutEffect(() => {
    if (!closing) return
    const timer = setTimeout(
      () => {
        latest.current()
        // An owner that keeps the dialog mounted gets it back.
        setClosing(false)
      },
      prefersReducedMotion() ? 0 : EXIT,
    )
    return () => clearTimeout(timer)
  }, [closing])
  return { closing, close: () => setClosing(true) }
}
