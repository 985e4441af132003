import { observer } from 'mobx-react-lite'
import { useEffect, useRef, useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/Button.tsx'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { PasswordField } from '../../ui/PasswordField.tsx'
import { TextField } from '../../ui/TextField.tsx'
import type { AccessStore } from './AccessStore.ts'
import { CaptchaField } from './CaptchaField.tsx'
import { EmailField } from './EmailField.tsx'
import styles from './forms.module.css'
import { TermsSheet } from './TermsSheet.tsx'

/** The registration form. Phone prefix and invitation code are sent without being shown. */
export const RegisterForm = observer(function RegisterForm({ access }: { access: AccessStore }) {
  const { t } = useTranslation()
  const [isReading, setReading] = useState(false)
  const captcha = useRef<HTMLInputElement>(null)
  const terms = useRef<HTMLInputElement>(null)
  const { problem } = access
  useEffect(() => {
    if (problem === 'terms') terms.current?.focus()
    if (problem === 'captcha') captcha.current?.focus()
  }, [problem])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void access.register()
  }
  const eye = { showLabel: t('auth.show'), hideLabel: t('auth.hide') }
  return (
    <>
      <form className={styles.form} onSubmit={submit} noValidate>
        <EmailField
          label={t('auth.email')}
          listLabel={t('auth.emailSuggestions')}
          value={access.email}
          onChange={(text) => access.setEmail(text)}
        />
        <TextField
          // `tel` is for a number with its country.
          type="text"
          label={t('auth.phone')}
          name="phone"
          autoComplete="tel-national"
          inputMode="tel"
          enterKeyHint="next"
          maxLength={24}
          value={access.phone}
          onChange={(event) => access.set('phone', event.target.value)}
        />
        <PasswordField
          {...eye}
          label={t('auth.password')}
          name="password"
          autoComplete="new-password"
          enterKeyHint="next"
          hint={t('auth.passwordHint')}
          value={access.password}
          onChange={(event) => access.set('password', event.target.value)}
        />
        <PasswordField
          {...eye}
          label={t('auth.passwordAgain')}
          name="passwordAgain"
          autoComplete="new-password"
          enterKeyHint="next"
          value={access.passwordAgain}
          onChange={(event) => access.set('passwordAgain', event.target.value)}
        />
        <CaptchaField
          ref={captcha}
          captcha={access.captcha}
          invalid={problem === 'captcha'}
          onAnswer={(text) => access.setCaptcha(text)}
        />
        <div className={styles.terms}>
          <Checkbox
            ref={terms}
            label={t('auth.access.acceptTerms')}
            checked={access.acceptsTerms}
            aria-invalid={problem === 'terms' || undefined}
            onChange={(event) => access.setTerms(event.target.checked)}
          />
          <button type="button" className={styles.read} onClick={() => setReading(true)}>
            {t('auth.access.readTerms')}
          </button>
        </div>
        <p className={styles.problem} role="status" aria-live="polite">
          {problem === 'terms' && <span>{t('auth.access.termsNeeded')}</span>}
          {problem === 'captcha' && <span>{t('auth.access.verify')}</span>}
        </p>
        <Button type="submit" variant="primary" size="l" full loading={access.isSending}>
          {t('auth.access.register')}
        </Button>
        <p className={styles.adult}>{t('auth.access.adult')}</p>
      </form>
      {isReading && <TermsSheet inForm onClose={() => setReading(false)} />}
    </>
  )
})
