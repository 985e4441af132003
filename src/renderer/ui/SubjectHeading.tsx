import type { ReactNode } from 'react'
import styles from './SubjectHeading.module.css'

/** The heading of one of several subjects in a sheet, with an icon of its own. `id` names the subject. */
export function SubjectHeading({
  id,
  icon,
  tone,
  children,
}: {
  id: string
  icon: ReactNode
  tone?: 'danger'
  children: ReactNode
}) {
  return (
    <h3 id={id} className={styles.heading} data-tone={tone}>
      {icon}
      <span>{children}</span>
    </h3>
  )
}
