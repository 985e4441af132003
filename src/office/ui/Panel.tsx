import { useId, type ReactNode } from 'react'
import { classes } from '#renderer/ui/classes.ts'
import styles from './Panel.module.css'

export interface PanelProps {
  title?: string
  /** Beside the title: buttons, a badge. */
  aside?: ReactNode
  /** The content reaches the edges: a table. */
  isFlush?: boolean
  children: ReactNode
}

export function Panel({ title, aside, isFlush, children }: PanelProps) {
  const id = useId()
  return (
    <section className={styles.panel} aria-labelledby={title === undefined ? undefined : id}>
      {title !== undefined && (
        <header className={styles.head}>
          <h2 id={id}>{title}</h2>
          {aside}
        </header>
      )}
      <div className={classes(styles.body, isFlush && styles.flush)}>{children}</div>
    </section>
  )
}

/** Panels side by side where there is room. */
export function PanelGrid({ children }: { children: ReactNode }) {
  return <div className={styles.grid}>{children}</div>
}

export interface KeyValuesProps {
  /** `name` tells apart those that are called the same. */
  rows: readonly { name?: string; label: string; value: ReactNode }[]
}

/** What is known of a record, one fact a line. An unknown one shows a dash. */
export function KeyValues({ rows }: KeyValuesProps) {
  return (
    <dl className={styles.pairs}>
      {rows.map(({ name, label, value }) => (
        <div key={name ?? label} style={{ display: 'contents' }}>
          <dt>{label}</dt>
          <dd>{value === null || value === undefined || value === '' || value === false ? '–' : value}</dd>
        </div>
      ))}
    </dl>
  )
}
