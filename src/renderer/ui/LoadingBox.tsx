import { LogoMark } from './LogoMark.tsx'
import styles from './LoadingBox.module.css'

export interface LoadingBoxProps {
  /** Accessible name ("Carregando"). */
  label: string
  /** Default true. */
  open?: boolean
}

/**
 * The loading indicator over the column. It appears only after a noticeable wait (250 ms), moves nothing and
 * blocks no presses.
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
