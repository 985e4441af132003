import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { classes } from '#renderer/ui/classes.ts'
import { formatDay, zoneDay } from '../i18n/times.ts'
import { useLanguage } from '../i18n/useLanguage.ts'
import type { BadgeTone } from './Badge.tsx'
import { Time } from './Time.tsx'
import styles from './Timeline.module.css'
import tones from './tones.module.css'

export interface TimelineItem {
  id: string
  /** ISO 8601. */
  at: string
  icon: LucideIcon
  tone?: BadgeTone
  title: ReactNode
  detail?: ReactNode
  /** What can be done about it. */
  tool?: ReactNode
}

/** What happened, the latest first, by the operator's day. */
export function Timeline({ items }: { items: readonly TimelineItem[] }) {
  const { locale } = useLanguage()
  const days = byDay(items)
  return (
    <div>
      {[...days].map(([day, inDay]) => (
        <section key={day}>
          <h3 className={styles.day}>{formatDay(day, locale)}</h3>
          <ol>
            {inDay.map(({ id, at, icon: Icon, tone = 'neutral', title, detail, tool }) => (
              <li key={id} className={styles.item}>
                <span className={classes(styles.mark, tone === 'neutral' ? styles.neutral : tones[tone])}>
                  <Icon aria-hidden />
                </span>
                <div className={styles.what}>
                  <p className={styles.title}>{title}</p>
                  {detail && <div className={styles.detail}>{detail}</div>}
                </div>
                <span className={styles.at}>
                  <Time value={at} as="short" />
                </span>
                {tool}
              </li>
            ))}
          </ol>
        </section>
      ))}
    </div>
  )
}

function byDay(items: readonly TimelineItem[]): Map<string, TimelineItem[]> {
  const days = new Map<string, TimelineItem[]>()
  for (const item of items) {
    const day = zoneDay(new Date(item.at))
    days.set(day, [...(days.get(day) ?? []), item])
  }
  return days
}
