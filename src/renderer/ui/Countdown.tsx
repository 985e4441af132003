import { useEffect, useRef, useState } from 'react'
import { classes } from './classes.ts'

export interface CountdownProps {
  /** End, in ms, by the clock `now`. */
  deadline: number
  /** Called once, when the end is reached. */
  onEnd?: () => void
  /** The clock: the server's for a moment that it has named, else `performanceNow`. The device's own may be wrong. */
  now: () => number
  /** HH:mm:ss or, for short waits, mm:ss. Default hms. */
  format?: 'hms' | 'ms'
  /** Accessible name of the timer. */
  'aria-label'?: string
  className?: string
}

/** Counts on, whatever happens to the device's clock. */
export const performanceNow = (): number => performance.now()

/** Milliseconds left as 01:42:09 (hours may exceed 99) or 42:09. */
function formatTimeLeft(ms: number, format: 'hms' | 'ms' = 'hms'): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000))
  const two = (part: number) => String(part).padStart(2, '0')
  const [minutes, hours] = [Math.floor(seconds / 60), Math.floor(seconds / 3600)]
  return format === 'ms'
    ? `${two(minutes)}:${two(seconds % 60)}`
    : `${two(hours)}:${two(minutes % 60)}:${two(seconds % 60)}`
}

/** The time left until a deadline, updated on whole seconds (role=timer: updates are not announced). */
export function Countdown({ deadline, onEnd, now, format, className, ...props }: CountdownProps) {
  const [left, setLeft] = useState(() => deadline - now())
  const latest = useRef({ onEnd, now })
  useEffect(() => {
    latest.current = { onEnd, now }
  })
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    const tick = () => {
      const remaining = deadline - latest.current.now()
      setLeft(remaining)
      if (remaining <= 0) latest.current.onEnd?.()
      else timer = setTimeout(tick, remaining % 1000 || 1000)
    }
    tick()
    return () => clearTimeout(timer)
  }, [deadline])
  return (
    <span role="timer" translate="no" className={classes('num', className)} {...props}>
      {formatTimeLeft(left, format)}
    </span>
  )
}
