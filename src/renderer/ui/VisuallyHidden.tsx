import type { ReactNode } from 'react'
import styles from './VisuallyHidden.module.css'

/** Text for screen readers only. */
export function VisuallyHidden(props: { children: ReactNode; id?: string; as?: 'span' | 'h1' }) {
  const { children, id, as: Element = 'span' } = props
  return (
    <Element className={styles.hidden} id={id}>
      {children}
    </Element>
  )
}
