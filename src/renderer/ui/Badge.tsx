import type { ReactNode } from 'react'
import { classes } from './classes.ts'
import styles from './Badge.module.css'
import { TextAlone } from './TextAlone.tsx'

export interface BadgeProps {
  /**
   * live: red with a dot, which does not beat: in a list each would be a layer; glass: dark blur over pictures.
   * Default neutral.
   */
  tone?: 'neutral' | 'success' | 'reward' | 'danger' | 'info' | 'live' | 'glass'
  icon?: ReactNode
  className?: string
  children: ReactNode
}

/** A small label: state of an order, level, RTP, "ao vivo". */
export function Badge({ tone = 'neutral', icon, className, children }: BadgeProps) {
  return (
    <span className={classes(styles.badge, styles[tone], className)}>
      {icon}
      <TextAlone>{children}</TextAlone>
    </span>
  )
}
