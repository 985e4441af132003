import { useLayoutEffect } from 'react'

/** How long after the first press the second one of a double press may come, in ms. */
const doublePressMs = 500
/** How far from it, in px. */
const reachPx = 30

interface Press {
  x: number
  y: number
  at: number
}

let last: Press | undefined
let isWatching = false

function watchPresses(): void {
  if (isWatching) return
  isWatching = true
  document.addEventListener(
    'click',
    ({ clientX: x, clientY: y }) => {
      last = { x, y, at: performance.now() }
    },
    true,
  )
}

/**
 * The second press of a double press often comes after the first one has closed a dialog: it would press whatever lies
 * behind it. It is swallowed.
 */
export function useSecondPress(isOpen: boolean): void {
  // Not a passive effect, which may come after the press.
  useLayoutEffect(() => {
    if (!isOpen) return
    watchPresses()
    return () => {
      if (last && performance.now() - last.at < doublePressMs) swallowAfter(last)
    }
  }, [isOpen])
}

function swallowAfter({ x, y, at }: Press): void {
  const swallow = (event: PointerEvent) => {
    // A finger's presses are not counted.
    const isSecond = event.detail > 1 || event.pointerType === 'touch'
    if (!isSecond || Math.hypot(event.clientX - x, event.clientY - y) > reachPx) return
    event.preventDefault()
    event.stopImmediatePropagation()
  }
  const end = new AbortController()
  window.addEventListener('click', swallow, { capture: true, signal: end.signal })
  setTimeout(() => end.abort(), doublePressMs - (performance.now() - at))
}
