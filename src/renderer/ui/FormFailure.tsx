import CircleAlert from 'lucide-react/icons/circle-alert'
import type { ReactNode } from 'react'
import styles from './FormFailure.module.css'

/** Why what was sent was not taken. It stands in the page before there is a reason, so that a reader hears it. */
export function FormFailure({ children }: { children: ReactNode }) {
  return (
    <div role="alert" className={styles.failure}>
      {children && (
        <>
          <CircleAlert aria-hidden />
          <p>{children}</p>
        </>
      )}
    </div>
  )
}
