import { forwardRef, useId, type InputHTMLAttributes, type ReactNode } from 'react'
import { classes } from './classes.ts'
import styles from './Switch.module.css'

export interface SwitchProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'type' | 'role'> {
  /** The accessible name, on the left of the switch. */
  label: ReactNode
  /** A second, quieter line. */
  hint?: ReactNode
}

/** role=switch over a native checkbox; the ref is the input. */
export const Switch = forwardRef<HTMLInputElement, SwitchProps>(function Switch(
  { label, hint, className, id, ...input },
  ref,
) {
  const ownId = useId()
  const inputId = id ?? ownId
  return (
    <div className={classes(styles.row, input.disabled && styles.disabled, className)}>
      <span className={styles.texts}>
        <label className={styles.label} htmlFor={inputId}>
          {label}
        </label>
        {hint && (
          <span className={styles.hint} id={`${inputId}-hint`}>
            {hint}
          </span>
        )}
      </span>
      <span className={styles.box}>
        <input
          ref={ref}
          id={inputId}
          type="checkbox"
          role="switch"
          className={styles.input}
          aria-describedby={hint ? `${inputId}-hint` : undefined}
          {...input}
        />
        <span className={styles.track} aria-hidden />
      </span>
    </div>
  )
})
