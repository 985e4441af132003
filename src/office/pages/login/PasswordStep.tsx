import { Fingerprint } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { sessionCalls } from '#contract/office/session.ts'
import { useOffice } from '../../data/context.ts'
import { Alert } from '../../ui/Alert.tsx'
import { Button } from '../../ui/Button.tsx'
import { Form, TextField } from '../../ui/Field.tsx'
import { hasPasskeys, logInByPasskey } from './passkeys.ts'
import { useAttempt } from './useAttempt.ts'
import styles from './LoginPage.module.css'

/** E-mail and password, or a passkey. */
export function PasswordStep() {
  const { t } = useTranslation()
  const { client, session } = useOffice()
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const byPassword = useAttempt()
  const byPasskey = useAttempt()
  const failure = byPassword.failure ?? byPasskey.failure
  return (
    <>
      {failure !== undefined && <Alert tone="bad">{failure}</Alert>}
      <Form
        onSubmit={() =>
          void byPassword.run(async () =>
            session.set(await client.call(sessionCalls.login, { body: { email: email.trim(), password } })),
          )
        }
      >
        <TextField
          isLarge
          label={t('login.email')}
          name="email"
          type="email"
          autoComplete="username webauthn"
          autoCapitalize="off"
          autoFocus
          required
          value={email}
          error={byPassword.fields['email']}
          onChange={setEmail}
        />
        <TextField
          isLarge
          label={t('login.password')}
          name="password"
          type="password"
          autoComplete="current-password"
          required
          value={password}
          error={byPassword.fields['password']}
          onChange={setPassword}
        />
        <Button
          type="submit"
          tone="primary"
          isLarge
          isWide
          isBusy={byPassword.isBusy}
          disabled={email.trim() === '' || password === ''}
        >
          {t('login.login')}
        </Button>
      </Form>
      {hasPasskeys() && (
        <>
          <div className={styles.or}>{t('login.or')}</div>
          <Button
            isLarge
            isWide
            icon={Fingerprint}
            isBusy={byPasskey.isBusy}
            onClick={() => void byPasskey.run(async () => session.set(await logInByPasskey(client)))}
          >
            {t('login.passkey')}
          </Button>
        </>
      )}
    </>
  )
}
