import CircleAlert from 'lucide-react/icons/circle-alert'
import type { ReactNode } from 'react'
import { classes } from './classes.ts'
import styles from './FieldFrame.module.css'

export interface FieldTexts {
  /** The accessible name, shown small above the value. */
  label: string
  /** Help below the field. */
  hint?: ReactNode
  /**
   * The error, shown below the field instead of the hint. `undefined`: no line is reserved. `null` or '': the
   * line is reserved, so that an error shifts nothing when it appears.
   */
  error?: string | null
}

interface FieldFrameProps extends FieldTexts {
  id: string
  prefix?: ReactNode
  suffix?: ReactNode
  disabled?: boolean
  className?: string
  children: ReactNode
}

/** The ids for aria-describedby: the hint or the error that FieldFrame shows for the control `id`. */
export function describedBy(id: string, { hint, error }: Omit<FieldTexts, 'label'>): string | undefined {
  if (error) return `${id}-error`
  return hint ? `${id}-hint` : undefined
}

/** The sunken box around an input, with label, prefix, suffix, hint and error. */
export function FieldFrame(props: FieldFrameProps) {
  const { id, label, hint, error, prefix, suffix, disabled, className, children } = props
  // A unit such as R$ is placed on the line of the value, an icon next to both lines.
  const unit = typeof prefix === 'string' ? prefix : undefined
  return (
    <div className={classes(styles.field, className)}>
      <div className={classes(styles.box, error && styles.invalid, disabled && styles.disabled)}>
        {prefix && !unit && <span className={styles.prefix}>{prefix}</span>}
        <div className={styles.stack}>
          <label className={styles.label} htmlFor={id}>
            {label}
          </label>
          {unit ? (
            <span className={styles.line}>
              <span className={styles.unit} aria-hidden>
                {unit}
              </span>
              {children}
            </span>
          ) : (
            children
          )}
        </div>
        {suffix && <span className={styles.suffix}>{suffix}</span>}
      </div>
      {error ? (
        <p className={styles.error} id={`${id}-error`}>
          <CircleAlert aria-hidden />
          <span>{error}</span>
        </p>
      ) : hint ? (
        <p className={styles.hint} id={`${id}-hint`}>
          {hint}
        </p>
      ) : (
        error !== undefined && <p className={styles.hint} aria-hidden />
      )}
    </div>
  )
}
