import type { ReactNode } from 'react'
import { classes } from './classes.ts'
import styles from './PageColumns.module.css'

export interface PageColumnsProps {
  /** The page's first subject, which is above the other where they do not stand side by side. */
  main: ReactNode
  side: ReactNode
  /** `even`: two subjects of the same rank; `list` and `table`: a narrow first column, beside what it opens or the table that it belongs to. Default even. */
  split?: 'even' | 'list' | 'table' | 'main'
}

/** Two subjects of a page side by side on a desktop. Elsewhere what is in them stands in the page as if they were not there. */
export function PageColumns({ main, side, split = 'even' }: PageColumnsProps) {
  return (
    <div className={classes(styles.columns, styles[split])}>
      <div className={styles.column}>{main}</div>
      <div className={styles.column}>{side}</div>
    </div>
  )
}
