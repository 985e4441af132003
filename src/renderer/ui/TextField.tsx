import { forwardRef, useId, type InputHTMLAttributes, type ReactNode } from 'react'
import { classes } from './classes.ts'
import { describedBy, FieldFrame, type FieldTexts } from './FieldFrame.tsx'
import { keepCaret } from './keepCaret.ts'
import styles from './TextField.module.css'

export interface TextFieldProps
  extends Omit<InputHTMLAttributes<HTMLInputElement>, 'prefix' | 'size'>, FieldTexts {
  /** Shown before the value: an icon or a unit such as R$. Not part of the accessible name. */
  prefix?: ReactNode
  /** Shown after the value: buttons or a unit. */
  suffix?: ReactNode
  /** Large figures of equal width, for amounts. */
  numeric?: boolean
  /** Class of the outer element; the other attributes go to the input. */
  className?: string
}

/** A one-line text field with a real label. The ref is the input. */
export const TextField = forwardRef<HTMLInputElement, TextFieldProps>(function TextField(
  { label, hint, error, prefix, suffix, numeric, className, id, ...input },
  ref,
) {
  const ownId = useId()
  const inputId = id ?? ownId
  return (
    <FieldFrame id={inputId} {...{ label, hint, error, prefix, suffix, className }} disabled={input.disabled}>
      <input
        ref={ref}
        id={inputId}
        type="text"
        className={classes(styles.input, numeric && styles.numeric)}
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy(inputId, { hint, error })}
        {...input}
        onChange={(event) => {
          keepCaret(event.target)
          input.onChange?.(event)
        }}
      />
    </FieldFrame>
  )
})
