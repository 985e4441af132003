import type { ReactNode } from 'react'
import { classes } from '#renderer/ui/classes.ts'
import styles from './Badge.module.css'
import tones from './tones.module.css'

export type BadgeTone = 'neutral' | 'good' | 'warn' | 'bad' | 'info'

/** A state in one word. The word says it too: the colour is never alone. */
export function Badge({ tone = 'neutral', children }: { tone?: BadgeTone; children: ReactNode }) {
  return (
    <span className={classes(styles.badge, tone === 'neutral' ? styles.neutral : tones[tone])}>
      {children}
    </span>
  )
}

/** How many of something wait; nothing at none. `label` is what screen readers hear, for example "3 waiting". */
export function CountBadge({ count, label }: { count: number; label: string }) {
  if (count === 0) return null
  return (
    <span className={styles.count} role="img" aria-label={label}>
      {count > 999 ? '999+' : count}
    </span>
  )
}
