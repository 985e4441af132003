import Check from 'lucide-react/icons/check'
import { forwardRef, useId, type InputHTMLAttributes, type ReactNode } from 'react'
import { classes } from './classes.ts'
import styles from './Checkbox.module.css'

export interface CheckboxProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'type'> {
  /** The accessible name; may hold links. */
  label: ReactNode
  /** The error, shown below. */
  error?: string | null
}

/** A native checkbox with our own drawing of the box. The ref is the input; other attributes go to it. */
export const Checkbox = forwardRef<HTMLInputElement, CheckboxProps>(function Checkbox(
  { label, error, className, id, ...input },
  ref,
) {
  const ownId = useId()
  const inputId = id ?? ownId
  return (
    <div className={classes(styles.field, className)}>
      <div className={classes(styles.row, input.disabled && styles.disabled)}>
        <span className={styles.box}>
          <input
            ref={ref}
            id={inputId}
            type="checkbox"
            className={styles.input}
            aria-invalid={error ? true : undefined}
            aria-describedby={error ? `${inputId}-error` : undefined}
            {...input}
          />
          <span className={styles.mark} aria-hidden>
            <Check strokeWidth={3.5} />
          </span>
        </span>
        <label className={styles.label} htmlFor={inputId}>
          {label}
        </label>
      </div>
      {error && (
        <p className={styles.error} id={`${inputId}-error`}>
          {error}
        </p>
      )}
    </div>
  )
})
