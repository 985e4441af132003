import { classes } from './classes.ts'
import styles from './Progress.module.css'

export interface ProgressProps {
  /** Accessible name. */
  'aria-label': string
  /** 0 to `max`; higher values show as full. */
  value: number
  /** Default 1. */
  max?: number
  /** Announced instead of a percentage: "R$ 1.340 de R$ 2.000". */
  valueText?: string
  tone?: 'reward' | 'action' | 'danger'
  size?: 's' | 'm'
  className?: string
}

/** A progress bar, which may be in a button. Animated by transform, to avoid layout. */
export function Progress(props: ProgressProps) {
  const { value, max = 1, valueText, tone = 'reward', size = 'm', className } = props
  const fraction = max > 0 ? Math.min(1, Math.max(0, value / max)) : 1
  return (
    <span
      role="progressbar"
      aria-label={props['aria-label']}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(fraction * 100)}
      aria-valuetext={valueText}
      className={classes(styles.track, styles[size], className)}
    >
      <span className={classes(styles.bar, styles[tone])} style={{ translate: `${(fraction - 1) * 100}%` }} />
    </span>
  )
}
