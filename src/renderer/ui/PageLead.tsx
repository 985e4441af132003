import type { ReactNode } from 'react'
import styles from './Page.module.css'

/** A quiet paragraph that introduces a page or what follows it. */
export function PageLead({ children }: { children: ReactNode }) {
  return <p className={styles.lead}>{children}</p>
}
