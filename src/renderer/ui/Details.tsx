import ChevronDown from 'lucide-react/icons/chevron-down'
import { useState, type ReactNode } from 'react'
import { classes } from './classes.ts'
import styles from './Details.module.css'

export interface DetailsProps {
  /** What is shown when closed. */
  summary: ReactNode
  /** Open at first. */
  open?: boolean
  /** The same name in several: one is open at a time (accordion). */
  name?: string
  icon?: ReactNode
  className?: string
  /** Draws the children with the first opening, for what few open; they stay when it is closed again. */
  lazy?: boolean
  children: ReactNode
}

/** Native details: rules, questions, pay tables. */
export function Details({ summary, open, name, icon, className, lazy, children }: DetailsProps) {
  const [isDrawn, setDrawn] = useState(open === true || !lazy)
  return (
    <details className={classes(styles.details, className)} open={open} name={name}>
      <summary className={styles.summary} onClick={isDrawn ? undefined : () => setDrawn(true)}>
        {icon}
        <span className={styles.title}>{summary}</span>
        <ChevronDown className={styles.arrow} aria-hidden />
      </summary>
      <div className={styles.body}>{isDrawn && children}</div>
    </details>
  )
}
