import { useId, type ReactNode, type Ref } from 'react'
import { classes } from './classes.ts'
import styles from './Page.module.css'

export interface PageSectionProps {
  /** The section's heading, which is also its accessible name. */
  title: string
  /** Shown at the end of the heading's line, for example a link. */
  aside?: ReactNode
  ref?: Ref<HTMLElement>
  /** -1: focusable from code, to move screen readers to it. */
  tabIndex?: -1
  className?: string
  children: ReactNode
}

/** A part of a page under a second-level heading. */
export function PageSection({ title, aside, className, children, ...rest }: PageSectionProps) {
  const id = useId()
  return (
    <section className={classes(styles.section, className)} aria-labelledby={id} {...rest}>
      <div className={styles.head}>
        <h2 id={id}>{title}</h2>
        {aside}
      </div>
      {children}
    </section>
  )
}
