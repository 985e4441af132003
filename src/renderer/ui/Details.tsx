import ChevronDown from 'lucide-react/icons/chevron-down'
import { useState, type ReactNode } from 'react'
import { classes } from './classes.ts'
import styles from './Details.module.css'

export interface DetailsProps {
  /** What is shown when closed. */
  summary: ReactNode
  /** Open at first. */
  open?: boolean
  /** Elements with the same name form an accordion: one is open at a time. */
  name?: string
  icon?: ReactNode
  className?: string
  /** Renders the children at the first opening, for content that few players open; closing keeps them. */
  lazy?: boolean
  children: ReactNode
}

/** A native details element: rules, questions, pay tables. */
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
