import { LogoMark } from './Logo.tsx'
import styles from './LoadingBox.module.css'

export interface LoadingBoxProps {
  /** Name for screen readers ("Carregando"). */
  label: string
  /** Default true. */
  open?: boolean
}

/**
 * The app's loading indicator over the column: appears only when the wait is noticeable (250 ms), moves
 * nothing, takes no presses.
 */
export function LoadingBox({ label, open = true }: LoadingBoxProps) {
  if (!open) return null
  return (
    <div className={styles.layer}>
      <div className={styles.box} role="progressbar" aria-label={label}>
        <span className={styles.ring} aria-hidden />
        <LogoMark className={styles.mark} />
      </div>
    </div>
  )
}
