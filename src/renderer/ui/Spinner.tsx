import { classes } from './classes.ts'
import styles from './Spinner.module.css'

export interface SpinnerProps {
  /** Accessible name; without it the spinner is decorative. */
  label?: string
  size?: 's' | 'm' | 'l'
  className?: string
}

/** A rotating ring in the colour of the surrounding text. */
export function Spinner({ label, size = 'm', className }: SpinnerProps) {
  const role = label ? { role: 'progressbar', 'aria-label': label } : { 'aria-hidden': true }
  return <span className={classes(styles.ring, styles[size], className)} {...role} />
}
