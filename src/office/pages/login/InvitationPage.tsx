import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useNavigate } from 'react-router-dom'
import { sessionCalls } from '#contract/office/session.ts'
import { useOffice, useLogin } from '../../data/context.ts'
import { OfficeError } from '../../data/OfficeError.ts'
import { Alert } from '../../ui/Alert.tsx'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { Form } from '../../ui/Field.tsx'
import { Failed, LoadingLines } from '../../ui/States.tsx'
import { LoginFrame } from './LoginPage.tsx'
import { NewPasswordFields, useNewPassword } from './NewPasswordFields.tsx'
import { useAttempt } from './useAttempt.ts'
import styles from './LoginPage.module.css'

/** A one-time link, `/invitation#<token>`: the password, then a second factor. */
export function InvitationPage() {
  const { t } = useTranslation()
  const { client, session } = useOffice()
  const { state } = useLogin()
  const navigate = useNavigate()
  const { hash } = useLocation()
  const token = useMemo(() => hash.slice(1), [hash])
  const { typed, setTyped, isReady } = useNewPassword()
  const attempt = useAttempt()
  const invitation = useQuery({
    queryKey: ['invitation', token],
    queryFn: () => client.call(sessionCalls.lookAtInvitation, { body: { token } }),
    retry: false,
  })
  const { error, data } = invitation
  if (error instanceof OfficeError && error.status >= 400 && error.status < 500)
    return (
      <LoginFrame title={t('login.linkExpired')}>
        <p className={styles.text}>{t('login.linkExpiredText')}</p>
        <ButtonLink to="/" isLarge>
          {t('login.login')}
        </ButtonLink>
      </LoginFrame>
    )
  if (!data)
    return (
      <LoginFrame title={t('login.newPassword')}>
        {error ? (
          <Failed error={error} onRetry={() => void invitation.refetch()} />
        ) : (
          <LoadingLines count={4} />
        )}
      </LoginFrame>
    )
  if (state.stage === 'full')
    return (
      <LoginFrame title={t('login.invitedTitle')}>
        <p className={styles.text}>
          {t('login.invitedText', { name: state.person.name, invited: data.name })}
        </p>
        {attempt.failure !== undefined && <Alert tone="bad">{attempt.failure}</Alert>}
        <Button
          tone="primary"
          isLarge
          isWide
          isBusy={attempt.isBusy}
          onClick={() =>
            void attempt.run(async () => session.set(await client.call(sessionCalls.logout, {})))
          }
        >
          {t('login.leaveAndOpen')}
        </Button>
        <ButtonLink to="/" isLarge>
          {t('login.goOnAs', { name: state.person.name })}
        </ButtonLink>
      </LoginFrame>
    )
  // A login that somebody has begun here and not finished ends with it.
  const accept = async () => {
    const next = await client.call(sessionCalls.acceptInvitation, {
      body: { token, password: typed.password },
    })
    // The token must not stay in the address.
    await navigate('/', { replace: true })
    session.set(next)
  }
  return (
    <LoginFrame title={t('login.welcome', { name: data.name })}>
      <p className={styles.text}>
        {t(data.purpose === 'reset' ? 'login.welcomeBack' : 'login.welcomeText', { email: data.email })}
      </p>
      {attempt.failure !== undefined && <Alert tone="bad">{attempt.failure}</Alert>}
      <Form
        onSubmit={() => {
          if (isReady) void attempt.run(accept)
        }}
      >
        <input type="hidden" name="email" autoComplete="username" value={data.email} readOnly />
        <NewPasswordFields
          isLarge
          autoFocus
          typed={typed}
          onChange={setTyped}
          error={attempt.fields['password']}
        />
        <Button type="submit" tone="primary" isLarge isWide isBusy={attempt.isBusy} disabled={!isReady}>
          {t('login.savePassword')}
        </Button>
      </Form>
    </LoginFrame>
  )
}
