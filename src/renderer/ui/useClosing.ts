import { useContext, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { DialogOwner, type Opening } from './DialogOwner.ts'
import { prefersReducedMotion } from './reducedMotion.ts'

/** Duration of the exit animation of Sheet.module.css, in ms. */
const EXIT_MS = 180

/**
 * Lets a dialog play its exit animation before its owner removes it: `close` hides it at once and calls
 * `onClosed` after the animation. An owner may also remove the dialog at once. What the owner has opened meanwhile stays
 * open, even when it is shown in this same dialog; until that is loaded, `gone` says that the animation has ended.
 */
export function useClosing(onClosed: () => void): { closing: boolean; gone: boolean; close: () => void } {
  const opening = useContext(DialogOwner)
  const [closed, setClosed] = useState<{ opening: Opening; gone: boolean } | null>(null)
  const closing = closed?.opening === opening
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
        if (opening.isReplaced()) return setClosed({ opening, gone: true })
        latest.current()
        // If the owner keeps the dialog mounted, it is shown again.
        setClosed(null)
      },
      prefersReducedMotion() ? 0 : EXIT_MS,
    )
    return () => clearTimeout(timer)
  }, [closing, opening])
  return { closing, gone: closing && closed.gone, close: () => setClosed({ opening, gone: false }) }
}
