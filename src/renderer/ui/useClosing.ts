import { useEffect, useRef, useState } from 'react'

/** As long as the exit animation of Sheet.module.css takes, in ms. */
const EXIT = 180

/**
 * Lets a dialog play its exit before the owner removes it: `close` hides it at once and calls `done` after the
 * animation. Programmatic removal by the owner needs no waiting.
 */
export function useClosing(done: () => void): { closing: boolean; close: () => void } {
  const [closing, setClosing] = useState(false)
  const latest = useRef(done)
  useEffect(() => {
    latest.current = done
  })
  useEffect(() => {
    if (!closing) return
    const timer = setTimeout(() => {
      latest.current()
      // An owner that keeps the dialog open gets it back.
      setClosing(false)
    }, EXIT)
    return () => clearTimeout(timer)
  }, [closing])
  return { closing, close: () => setClosing(true) }
}
