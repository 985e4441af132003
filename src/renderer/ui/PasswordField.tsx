import Eye from 'lucide-react/icons/eye'
import EyeOff from 'lucide-react/icons/eye-off'
import { forwardRef, useEffect, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { IconButton } from './IconButton.tsx'
import { describedBy, FieldFrame } from './FieldFrame.tsx'
import styles from './TextField.module.css'
import type { TextFieldProps } from './TextField.tsx'

export interface PasswordFieldProps extends Omit<TextFieldProps, 'type' | 'suffix' | 'autoComplete'> {
  autoComplete: 'current-password' | 'new-password'
  /** Accessible names of the button with the eye. */
  showLabel: string
  hideLabel: string
}

/**
 * A password, hidden from eyes, screen readers and the clipboard until its button shows it. It is hidden again when its form
 * is sent, so that password managers find a password there.
 */
export const PasswordField = forwardRef<HTMLInputElement, PasswordFieldProps>(function PasswordField(
  { label, hint, error, prefix, className, id, showLabel, hideLabel, numeric: _numeric, ...input },
  ref,
) {
  const [shown, setShown] = useState(false)
  const ownId = useId()
  const inputId = id ?? ownId
  const eyeRef = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    const form = eyeRef.current?.form
    const hide = () => flushSync(() => setShown(false))
    form?.addEventListener('submit', hide, { capture: true })
    return () => form?.removeEventListener('submit', hide, { capture: true })
  }, [])
  const eye = (
    <IconButton ref={eyeRef} aria-label={shown ? hideLabel : showLabel} onClick={() => setShown(!shown)}>
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
        type={shown ? 'text' : 'password'}
        className={styles.input}
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy(inputId, { hint, error })}
        {...input}
      />
    </FieldFrame>
  )
})
