import { useLayoutEffect, useRef, useState } from 'react'
import { cents, ZERO, type Cents } from '#contract/money.ts'

/**
 * An amount that runs up to `target` within `ms`, one step for each frame. It jumps there if `target` is lower
 * than what is shown, if `ms` is 0, or if the player wants no motion.
 */
export function useCountUp(target: Cents, ms: number, prefersReducedMotion: () => boolean): Cents {
  const [shown, setShown] = useState<Cents>(ZERO)
  const latest = useRef<Cents>(ZERO)

  useLayoutEffect(() => {
    const show = (value: Cents) => {
      latest.current = value
      setShown(value)
    }
    const from = latest.current
    if (prefersReducedMotion() || ms <= 0 || target <= from) return show(target)
    const start = performance.now()
    const step = (now: number) => {
      const part = Math.min(1, Math.max(0, (now - start) / ms))
      show(part === 1 ? target : cents(Math.floor(from + (target - from) * (1 - (1 - part) ** 3))))
      if (part < 1) frame = requestAnimationFrame(step)
    }
    let frame = requestAnimationFrame(step)
    return () => cancelAnimationFrame(frame)
  }, [target, ms, prefersReducedMotion])

  return shown
}
