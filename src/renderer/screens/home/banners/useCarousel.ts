import { useCallback, useEffect, useRef, useState } from 'react'
import { prefersReducedMotion } from '../../../ui/reducedMotion.ts'

const restMs = 6_000
/** How long it rests after a touch, the mouse or the focus has left, in ms. */
const quietMs = 8_000

/**
 * Turns a scroll-snap track into a carousel: tracks the current slide and advances after each rest. It stands
 * still while it is paused, touched, hovered or focused, while the page is hidden, and with reduced motion.
 */
export function useCarousel(count: number, isPaused: boolean) {
  const trackRef = useRef<HTMLDivElement>(null)
  const [index, setIndex] = useState(0)
  const [isHeld, setHeld] = useState(false)
  const [moves] = useState(() => !prefersReducedMotion())

  const show = useCallback(
    (at: number) => {
      const track = trackRef.current
      track?.scrollTo({ left: at * track.clientWidth, behavior: moves ? 'smooth' : 'instant' })
    },
    [moves],
  )

  useEffect(() => {
    const track = trackRef.current
    if (!track) return
    const follow = () => setIndex(Math.round(track.scrollLeft / Math.max(1, track.clientWidth)))
    track.addEventListener('scroll', follow, { passive: true })
    return () => track.removeEventListener('scroll', follow)
  }, [])

  useEffect(() => {
    if (!moves || isPaused || isHeld || count < 2) return
    const timer = setInterval(() => {
      if (!document.hidden) show((index + 1) % count)
    }, restMs)
    return () => clearInterval(timer)
  }, [moves, isPaused, isHeld, count, index, show])

  const release = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(release.current), [])
  const hold = () => {
    clearTimeout(release.current)
    setHeld(true)
  }
  const letGo = () => {
    clearTimeout(release.current)
    release.current = setTimeout(() => setHeld(false), quietMs)
  }
  const holders = {
    onPointerEnter: hold,
    onPointerDown: hold,
    onPointerLeave: letGo,
    onPointerCancel: letGo,
    onFocus: hold,
    onBlur: letGo,
  }
  return { trackRef, index, show, moves, holders }
}
