import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { classes } from '#renderer/ui/classes.ts'
import styles from './Alert.module.css'

const icons = { bad: CircleAlert, warn: TriangleAlert, info: Info, good: CircleCheck }

/** A sentence that must be read before going on. */
export function Alert({ tone, children }: { tone: keyof typeof icons; children: ReactNode }) {
  const Icon = icons[tone]
  return (
    <div className={classes(styles.alert, styles[tone])} role={tone === 'bad' ? 'alert' : undefined}>
      <Icon aria-hidden />
      <div>{children}</div>
    </div>
  )
}
