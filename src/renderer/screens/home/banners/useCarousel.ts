import { useCallback, useEffect, useRef, useState } from 'react'
import { prefersReducedMotion } from '../../../ui/reducedMotion.ts'

const slideMs = 6_000
/** How long it rests after a touch, the mouse or the focus has left, in ms. */
const resumeAfterMs = 8_000

/** The distance from one slide to the next, in px: a large screen shows several at once. */
function stepOf(track: HTMLElement): number {
  const [first, second] = [...track.children] as HTMLElement[]
  return Math.max(1, first && second ? second.offsetLeft - first.offsetLeft : track.clientWidth)
}

/**
 * Turns a scroll-snap track into a carousel: tracks the current slide and advances after each pause. It stands
 * still while it is paused, touched, hovered or focused, while the page is hidden or behind a dialog, and with reduced
 * motion.
 */
export function useCarousel(count: number, isPaused: boolean) {
  const trackRef = useRef<HTMLDivElement>(null)
  const [index, setIndex] = useState(0)
  const [isSuspended, setSuspended] = useState(false)
  const [isAnimated] = useState(() => !prefersReducedMotion())

  const show = useCallback(
    (at: number) => {
      const track = trackRef.current
      track?.scrollTo({ left: at * stepOf(track), behavior: isAnimated ? 'smooth' : 'instant' })
    },
    [isAnimated],
  )

  useEffect(() => {
    const track = trackRef.current
    if (!track) return
    const follow = () => {
      // At the end the last one is the current one, although others may be in view before it.
      const isAtEnd = track.scrollLeft >= track.scrollWidth - track.clientWidth - 2
      setIndex(isAtEnd ? track.children.length - 1 : Math.round(track.scrollLeft / stepOf(track)))
    }
    track.addEventListener('scroll', follow, { passive: true })
    return () => track.removeEventListener('scroll', follow)
  }, [])

  useEffect(() => {
    if (!isAnimated || isPaused || isSuspended || count < 2) return
    const timer = setInterval(() => {
      // What moves behind a dialog only slows the dialog down.
      if (!document.hidden && !document.querySelector('[role=dialog]')) show((index + 1) % count)
    }, slideMs)
    return () => clearInterval(timer)
  }, [isAnimated, isPaused, isSuspended, count, index, show])

  const resumeTimer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(resumeTimer.current), [])
  const suspend = () => {
    clearTimeout(resumeTimer.current)
    setSuspended(true)
  }
  const resumeLater = () => {
    clearTimeout(resumeTimer.current)
    resumeTimer.current = setTimeout(() => setSuspended(false), resumeAfterMs)
  }
  const handlers = {
    onPointerEnter: suspend,
    onPointerDown: suspend,
    onPointerLeave: resumeLater,
    onPointerCancel: resumeLater,
    onFocus: suspend,
    onBlur: resumeLater,
  }
  return { trackRef, index, show, holders: handlers }
}
