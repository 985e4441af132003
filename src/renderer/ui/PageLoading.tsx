import type { ReactNode } from 'react'
import styles from './Page.module.css'

export interface PageLoadingProps {
  /** Read out while loading. */
  label: string
  /** Skeletons of the content to come. */
  children: ReactNode
}

/** Placeholder for a part of a page while it loads. */
export function PageLoading({ label, children }: PageLoadingProps) {
  return (
    <div role="status" aria-label={label} className={styles.section}>
      {children}
    </div>
  )
}
