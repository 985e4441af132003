import { Fingerprint, Smartphone } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { sessionCalls, type OfficePerson } from '#contract/office/session.ts'
import { useOffice } from '../../data/context.ts'
import { Alert } from '../../ui/Alert.tsx'
import { Button } from '../../ui/Button.tsx'
import { Form, TextField } from '../../ui/Field.tsx'
import { addPasskey, hasPasskeys } from './passkeys.ts'
import { TotpSetup } from './TotpSetup.tsx'
import { useAttempt } from './useAttempt.ts'
import styles from './LoginPage.module.css'

/** The first login: a second factor is added before anything else. */
export function Enrolment({ person }: { person: OfficePerson }) {
  const { t } = useTranslation()
  const { client, session } = useOffice()
  const [way, setWay] = useState<'totp' | 'passkey'>()
  const [name, setName] = useState('')
  const attempt = useAttempt()
  if (way === 'totp') return <TotpSetup onDone={(state) => session.set(state)} />
  return (
    <>
      <p className={styles.text}>{`${t('login.welcome', { name: person.name })}. ${t('login.enrolText')}`}</p>
      {attempt.failure !== undefined && <Alert tone="bad">{attempt.failure}</Alert>}
      {way === 'passkey' ? (
        <Form
          onSubmit={() => void attempt.run(async () => session.set(await addPasskey(client, name.trim())))}
        >
          <TextField
            isLarge
            label={t('account.passkeyName')}
            hint={t('account.passkeyNameHint')}
            name="name"
            autoFocus
            maxLength={60}
            value={name}
            error={attempt.fields['name']}
            onChange={setName}
          />
          <Button
            type="submit"
            tone="primary"
            isLarge
            isWide
            icon={Fingerprint}
            isBusy={attempt.isBusy}
            disabled={name.trim() === ''}
          >
            {t('account.addPasskey')}
          </Button>
        </Form>
      ) : (
        <div className={styles.ways}>
          {hasPasskeys() && (
            <Button tone="primary" isLarge icon={Fingerprint} onClick={() => setWay('passkey')}>
              {t('login.addPasskey')}
            </Button>
          )}
          <Button
            tone={hasPasskeys() ? 'quiet' : 'primary'}
            isLarge
            icon={Smartphone}
            onClick={() => setWay('totp')}
          >
            {t('login.addTotp')}
          </Button>
        </div>
      )}
      <Button
        tone="plain"
        onClick={() => void attempt.run(async () => session.set(await client.call(sessionCalls.logout, {})))}
      >
        {t('login.otherPerson')}
      </Button>
    </>
  )
}
