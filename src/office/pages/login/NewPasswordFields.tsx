import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { TextField } from '../../ui/Field.tsx'

export interface NewPassword {
  password: string
  repeated: string
}

/** A new password as typed, twice; `isReady`: both are there and the same. */
export function useNewPassword() {
  const [typed, setTyped] = useState<NewPassword>({ password: '', repeated: '' })
  return { typed, setTyped, isReady: typed.password !== '' && typed.password === typed.repeated }
}

export interface NewPasswordFieldsProps {
  typed: NewPassword
  onChange: (typed: NewPassword) => void
  /** What the server says of it. */
  error: string | undefined
  isLarge?: boolean
  autoFocus?: boolean
}

export function NewPasswordFields({
  typed,
  onChange,
  error,
  isLarge = false,
  autoFocus = false,
}: NewPasswordFieldsProps) {
  const { t } = useTranslation()
  const { password, repeated } = typed
  const isRepeatWrong = repeated !== '' && repeated !== password
  return (
    <>
      <TextField
        isLarge={isLarge}
        autoFocus={autoFocus}
        label={t('login.newPassword')}
        hint={t('login.newPasswordHint')}
        name="password"
        type="password"
        autoComplete="new-password"
        value={password}
        error={error}
        onChange={(text) => onChange({ ...typed, password: text })}
      />
      <TextField
        isLarge={isLarge}
        label={t('login.repeatPassword')}
        name="repeat"
        type="password"
        autoComplete="new-password"
        value={repeated}
        {...(isRepeatWrong ? { error: t('login.repeatWrong') } : {})}
        onChange={(text) => onChange({ ...typed, repeated: text })}
      />
    </>
  )
}
