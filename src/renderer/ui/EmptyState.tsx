import type { ReactNode } from 'react'
import { classes } from './classes.ts'
import styles from './EmptyState.module.css'

export interface EmptyStateProps {
  /** URL of an illustration (assets/emptyArt.ts) or an element. */
  illustration: ReactNode
  title: string
  text?: ReactNode
  /** What the player can do: a Button or LinkButton. */
  action?: ReactNode
  /** compact: inside a card or sheet. */
  compact?: boolean
  className?: string
}

/** Placeholder for an empty list, with what the player can do. */
export function EmptyState({ illustration, title, text, action, compact, className }: EmptyStateProps) {
  return (
    <div className={classes(styles.state, compact && styles.compact, className)}>
      {typeof illustration === 'string' ? (
        <img src={illustration} alt="" className={styles.picture} width="160" height="120" />
      ) : (
        illustration
      )}
      <h2 className={styles.title}>{title}</h2>
      {text && <p className={styles.text}>{text}</p>}
      {action && <div className={styles.action}>{action}</div>}
    </div>
  )
}
