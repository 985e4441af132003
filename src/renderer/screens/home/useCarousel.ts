import { useCallback, useEffect, useRef, useState } from 'react'
import { prefersReducedMotion } from '../../ui/reducedMotion.ts'

const restMs = 6_000
/** After a finger, a mouse or the focus left. */
const quietMs = 8_000

/**
 * A scroll-snap track as a carousel: which slide is shown, and a step to the next one after each rest.
 * It holds still while it is paused, touched, pointed at or focused, in a hidden page, and for whoever wants
 * less motion.
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
