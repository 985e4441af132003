import Eye from 'lucide-react/icons/eye'
import EyeOff from 'lucide-react/icons/eye-off'
import { forwardRef, useId, useState } from 'react'
import { IconButton } from './IconButton.tsx'
import { describedBy, FieldFrame } from './FieldFrame.tsx'
import styles from './TextField.module.css'
import type { TextFieldProps } from './TextField.tsx'

export interface PasswordFieldProps extends Omit<TextFieldProps, 'type' | 'suffix' | 'autoComplete'> {
  autoComplete: 'current-password' | 'new-password'
  /**
   * Accessible names of the eye button; they must not contain the word of `label` ("Mostrar caracteres", not
   * "Mostrar senha").
   */
  showLabel: string
  hideLabel: string
}

/**
 * A password that assistive technology and tests find as a textbox by its label. `<input type="password">`
 * has no ARIA role at all, so this is a text input whose characters `-webkit-text-security` draws as discs
 * (Chromium, WebKit, Firefox 111+). Password managers follow `autocomplete`; spelling, capitals and
 * suggestions are off, so that keyboards do not learn the password.
 */
export const PasswordField = forwardRef<HTMLInputElement, PasswordFieldProps>(function PasswordField(
  { label, hint, error, prefix, className, id, showLabel, hideLabel, numeric: _numeric, ...input },
  ref,
) {
  const [shown, setShown] = useState(false)
  const ownId = useId()
  const inputId = id ?? ownId
  const eye = (
    <IconButton aria-label={shown ? hideLabel : showLabel} onClick={() => setShown(!shown)}>
      {shown ? <EyeOff aria-hidden /> : <Eye aria-hidden />}
    </IconButton>
  )
  return (
    <FieldFrame
      id={inputId}
      {...{ label, hint, error, prefix, className }}
      suffix={eye}
      disabled={input.disabled}
    >
      <input
        ref={ref}
        id={inputId}
        type="text"
        className={shown ? styles.input : `${styles.input} ${styles.masked}`}
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        data-secret=""
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy(inputId, { hint, error })}
        {...input}
      />
    </FieldFrame>
  )
})
