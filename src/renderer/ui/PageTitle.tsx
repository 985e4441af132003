import type { ReactNode } from 'react'
import styles from './Page.module.css'

export interface PageTitleProps {
  /** Shown at the end of the heading's line, for example a badge. */
  aside?: ReactNode
  children: ReactNode
}

/** The first-level heading of a page. */
export function PageTitle({ aside, children }: PageTitleProps) {
  const heading = <h1 className={styles.title}>{children}</h1>
  if (aside === undefined) return heading
  return (
    <div className={styles.head}>
      {heading}
      {aside}
    </div>
  )
}
