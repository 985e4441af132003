import { useSyncExternalStore } from 'react'
import { officeClock } from '../data/officeClock.ts'
import { formatExactTime, formatRelativeTime, formatShortTime } from '../i18n/times.ts'
import { useLanguage } from '../i18n/useLanguage.ts'
import styles from './Time.module.css'

const tickMs = 30_000

export interface TimeProps {
  /** ISO 8601; null or undefined shows a dash. */
  value: string | null | undefined
  /** `relative` is "3 min ago", `short` is day and time. Under the pointer both say the exact time in São Paulo. */
  as?: 'relative' | 'short' | 'exact'
}

export function Time({ value, as = 'relative' }: TimeProps) {
  const { locale } = useLanguage()
  const now = useSyncExternalStore(watchMinutes, currentTick, currentTick)
  if (!value) return <span className={styles.none}>–</span>
  const exact = formatExactTime(value, locale)
  const text =
    as === 'exact'
      ? exact
      : as === 'short'
        ? formatShortTime(value, locale, now)
        : formatRelativeTime(value, locale, now)
  return (
    <time dateTime={value} title={exact} className={styles.time}>
      {text}
    </time>
  )
}

let tick = 0
const listeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined

/** One timer for all times of the page. */
function watchMinutes(listener: () => void): () => void {
  listeners.add(listener)
  timer ??= setInterval(() => {
    tick = officeClock.now()
    for (const each of listeners) each()
  }, tickMs)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}

function currentTick(): number {
  // While nobody watches, the timer stands still.
  if (timer === undefined) tick = Math.max(tick, officeClock.now())
  return tick
}
