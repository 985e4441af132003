import type { ReactNode } from 'react'
import styles from './UiScreen.module.css'

/** A section of the style page. */
export function Section({ title, row, children }: { title: string; row?: boolean; children: ReactNode }) {
  return (
    <section className={styles.section}>
      <h2>{title}</h2>
      <div className={row ? styles.row : styles.stack}>{children}</div>
    </section>
  )
}
