import { observer } from 'mobx-react-lite'
import { useEffect, useRef, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { CaptchaField } from '../../features/access/CaptchaField.tsx'
import { EmailField } from '../../features/access/EmailField.tsx'
import { useOwnStore, useStores } from '../../stores/useStores.ts'
import { Button } from '../../ui/Button.tsx'
import { Countdown, performanceNow } from '../../ui/Countdown.tsx'
import { PasswordField } from '../../ui/PasswordField.tsx'
import { Sheet } from '../../ui/Sheet.tsx'
import { TextField } from '../../ui/TextField.tsx'
import styles from './ResetPasswordOverlay.module.css'
import { ResetPasswordStore } from './ResetPasswordStore.ts'

const steps = ['email', 'code', 'password'] as const

/** Password reset in three steps. */
export const ResetPasswordOverlay = observer(function ResetPasswordOverlay({ email }: { email?: string }) {
  const { t } = useTranslation()
  const { overlays } = useStores()
  const reset = useOwnStore((root) => new ResetPasswordStore(root, email))
  const at = steps.indexOf(reset.step)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (reset.step === 'email') void reset.sendCode()
    else if (reset.step === 'code') void reset.confirmCode()
    else void reset.savePassword()
  }
  return (
    <Sheet
      title={t('auth.reset.title')}
      closeLabel={t('actions.close')}
      closeOnOutside={false}
      onClose={() => overlays.close()}
    >
      <form className={styles.form} onSubmit={submit} noValidate>
        <ol
          className={styles.steps}
          aria-label={t('auth.reset.steps', { step: at + 1, steps: steps.length })}
        >
          {steps.map((step, index) => (
            <li key={step} className={styles.step} data-done={index <= at || undefined} aria-hidden />
          ))}
        </ol>
        <p className={styles.lead}>{t(`auth.reset.${reset.step}.lead`, { email: reset.email })}</p>
        {reset.step === 'email' && <EmailStep reset={reset} />}
        {reset.step === 'code' && <CodeStep reset={reset} />}
        {reset.step === 'password' && <PasswordStep reset={reset} />}
        <p className={styles.problem} role="status" aria-live="polite">
          {reset.isIncomplete && t('auth.reset.incomplete')}
        </p>
        <Button type="submit" variant="primary" size="l" full loading={reset.isSending}>
          {t(`auth.reset.${reset.step}.submit`)}
        </Button>
      </form>
    </Sheet>
  )
})

interface StepProps {
  reset: ResetPasswordStore
}

const EmailStep = observer(function EmailStep({ reset }: StepProps) {
  const { t } = useTranslation()
  const { captcha } = reset
  return (
    <>
      <EmailField
        label={t('auth.email')}
        listLabel={t('auth.emailSuggestions')}
        value={reset.email}
        invalid={reset.isIncomplete && reset.email === ''}
        onChange={(text) => reset.set('email', text)}
      />
      {captcha && (
        <CaptchaField
          captcha={captcha}
          invalid={reset.isIncomplete && !captcha.isAnswered}
          onAnswer={(text) => reset.setCaptcha(text)}
        />
      )}
    </>
  )
})

const CodeStep = observer(function CodeStep({ reset }: StepProps) {
  const { t } = useTranslation()
  const code = useRef<HTMLInputElement>(null)
  useEffect(() => code.current?.focus(), [])
  return (
    <>
      <EmailField
        label={t('auth.email')}
        listLabel={t('auth.emailSuggestions')}
        value={reset.email}
        invalid={reset.isIncomplete && reset.email === ''}
        onChange={(text) => reset.set('email', text)}
      />
      <TextField
        ref={code}
        label={t('auth.reset.code.label')}
        name="code"
        numeric
        inputMode="numeric"
        autoComplete="one-time-code"
        enterKeyHint="go"
        maxLength={12}
        value={reset.code}
        aria-invalid={(reset.isIncomplete && reset.code === '') || undefined}
        onChange={(event) => reset.set('code', event.target.value)}
      />
      <div className={styles.again}>
        {reset.resendAt > 0 ? (
          <span className={styles.wait}>
            <span>{t('auth.reset.resendIn')}</span>{' '}
            <Countdown
              deadline={reset.resendAt}
              now={performanceNow}
              format="ms"
              onEnd={() => reset.allowResend()}
            />
          </span>
        ) : (
          <Button variant="ghost" size="s" onClick={() => void reset.resend()}>
            {t('auth.reset.resend')}
          </Button>
        )}
      </div>
    </>
  )
})

const PasswordStep = observer(function PasswordStep({ reset }: StepProps) {
  const { t } = useTranslation()
  const password = useRef<HTMLInputElement>(null)
  useEffect(() => password.current?.focus(), [])
  return (
    <>
      {/* Password managers store the new password under this name. */}
      <input type="hidden" name="username" autoComplete="username" value={reset.email} readOnly />
      <PasswordField
        ref={password}
        label={t('auth.reset.password.label')}
        name="password"
        autoComplete="new-password"
        showLabel={t('auth.show')}
        hideLabel={t('auth.hide')}
        hint={t('auth.passwordHint')}
        enterKeyHint="done"
        value={reset.password}
        aria-invalid={reset.isIncomplete || undefined}
        onChange={(event) => reset.set('password', event.target.value)}
      />
    </>
  )
})
