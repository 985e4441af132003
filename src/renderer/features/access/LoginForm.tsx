import Smartphone from 'lucide-react/icons/smartphone'
import { observer } from 'mobx-react-lite'
import { lazy, Suspense, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { loadTexts } from '../../i18n/i18n.ts'
import { useStores } from '../../stores/useStores.ts'
import { Button } from '../../ui/Button.tsx'
import { PartBoundary } from '../../ui/PartBoundary.tsx'
import { PasswordField } from '../../ui/PasswordField.tsx'
import { hasPasskeys } from '../passkeys/hasPasskeys.ts'
import type { AccessStore } from './AccessStore.ts'
import { CaptchaField } from './CaptchaField.tsx'
import { EmailField } from './EmailField.tsx'
import styles from './forms.module.css'

const PasskeyLogin = lazy(async () => {
  const [part] = await Promise.all([import('../passkeys/PasskeyLogin.tsx'), loadTexts('personal')])
  return { default: part.PasskeyLogin }
})

/** E-mail, password and captcha; the button is disabled until all three are filled in. */
export const LoginForm = observer(function LoginForm({ access }: { access: AccessStore }) {
  const { t } = useTranslation()
  const { overlays, host, platform } = useStores()
  const offersPasskeys = hasPasskeys(platform.host)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void access.login()
  }
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <EmailField
        // Password managers that look for the exact word find it wherever there is nothing else to offer.
        autoComplete={offersPasskeys ? 'username webauthn' : 'username'}
        label={t('auth.email')}
        listLabel={t('auth.emailSuggestions')}
        value={access.email}
        onChange={(text) => access.setEmail(text)}
      />
      <PasswordField
        label={t('auth.password')}
        name="password"
        autoComplete="current-password"
        showLabel={t('auth.show')}
        hideLabel={t('auth.hide')}
        enterKeyHint="next"
        value={access.password}
        onChange={(event) => access.set('password', event.target.value)}
      />
      <CaptchaField captcha={access.captcha} onAnswer={(text) => access.setCaptcha(text)} />
      <button
        type="button"
        className={styles.forgot}
        onClick={() => overlays.open('resetPassword', { email: access.email })}
      >
        {t('auth.access.forgot')}
      </button>
      <Button
        type="submit"
        variant="primary"
        size="l"
        full
        disabled={!access.canLogin && !access.isSending}
        loading={access.isSending}
      >
        {t('auth.access.login')}
      </Button>
      {offersPasskeys && (
        <PartBoundary>
          <Suspense>
            <PasskeyLogin access={access} />
          </Suspense>
        </PartBoundary>
      )}
      {host.isEnrolled && (
        <Button full icon={<Smartphone aria-hidden />} onClick={() => overlays.open('phoneLogin')}>
          {t('kiosk.phone.login')}
        </Button>
      )}
    </form>
  )
})
