import { useRef, type PointerEvent, type RefObject } from 'react'

/** A sheet closes when it is dragged by this fraction of its height, or faster than this many px/ms. */
const CLOSE_FRACTION = 0.28
const CLOSE_SPEED = 0.55

/**
 * Pointer handlers for the top of a bottom sheet: it follows the finger and closes when dragged far enough or
 * flicked.
 */
export function useDragDown(panel: RefObject<HTMLElement | null>, onClose: () => void) {
  const start = useRef<{ y: number; time: number } | null>(null)
  const move = (distance: number, settle: boolean) => {
    const element = panel.current
    if (!element) return
    element.style.transition = settle ? 'transform var(--t-mid) var(--ease)' : 'none'
    element.style.setProperty('--drag', `${Math.max(0, distance)}px`)
  }
  return {
    onPointerDown(event: PointerEvent<HTMLElement>) {
      if (event.pointerType === 'mouse' || (event.target as HTMLElement).closest('button, a, input')) return
      start.current = { y: event.clientY, time: event.timeStamp }
      event.currentTarget.setPointerCapture(event.pointerId)
    },
    onPointerMove(event: PointerEvent<HTMLElement>) {
      if (start.current) move(event.clientY - start.current.y, false)
    },
    onPointerUp(event: PointerEvent<HTMLElement>) {
      if (!start.current || !panel.current) return
      const distance = event.clientY - start.current.y
      const speed = distance / Math.max(1, event.timeStamp - start.current.time)
      start.current = null
      if (distance > panel.current.offsetHeight * CLOSE_FRACTION || (speed > CLOSE_SPEED && distance > 24))
        onClose()
      else move(0, true)
    },
    onPointerCancel() {
      start.current = null
      move(0, true)
    },
  }
}
