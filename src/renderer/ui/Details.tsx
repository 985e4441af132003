import ChevronDown from 'lucide-react/icons/chevron-down'
import { useState, type ReactNode } from 'react'
import { classes } from './classes.ts'
import styles from './Details.module.css'

export interface DetailsProps {
  /** What is shown when closed. */
  summary: ReactNode
  /** Initially open. */
  open?: boolean
  /** Elements with the same name form an accordion: one is open at a time. */
  name?: string
  icon?: ReactNode
  className?: string
  /** Renders the children on first opening and keeps them, for content that few players open. */
  lazy?: boolean
  children: ReactNode
}

/** A native details element: rules, questions, pay tables. */
export function Details({ summary, open, name, icon, className, lazy, children }: DetailsProps) {
  const [isRendered, setRendered] = useState(open === true || !lazy)
  return (
    <details className={classes(styles.details, className)} open={open} name={name}>
      <summary className={styles.summary} onClick={isRendered ? undefined : () => setRendered(true)}>
        {icon}
        <span className={styles.title}>{summary}</span>
        <ChevronDown className={styles.arrow} aria-hidden />
      </summary>
      <div className={styles.body}>{isRendered && children}</div>
    </details>
  )
}
