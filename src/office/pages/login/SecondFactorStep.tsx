import { Fingerprint, KeyRound, Smartphone } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { sessionCalls, type SecondFactor } from '#contract/office/session.ts'
import { plainText } from '#contract/rules/typed.ts'
import { useOffice } from '../../data/context.ts'
import { Alert } from '../../ui/Alert.tsx'
import { Button } from '../../ui/Button.tsx'
import { Form, TextField } from '../../ui/Field.tsx'
import { hasPasskeys, logInByPasskey } from './passkeys.ts'
import { useAttempt } from './useAttempt.ts'
import styles from './LoginPage.module.css'

const totpDigits = 6

/** The password was right: now one of the factors that the person has. */
export function SecondFactorStep({ factors }: { factors: readonly SecondFactor[] }) {
  const { t } = useTranslation()
  const { client, session } = useOffice()
  const [factor, setFactor] = useState<SecondFactor>(
    factors.includes('totp') ? 'totp' : (factors[0] ?? 'recoveryCode'),
  )
  const [code, setCode] = useState('')
  const attempt = useAttempt()
  const choose = (next: SecondFactor) => {
    setFactor(next)
    setCode('')
  }
  const byPasskey = () => attempt.run(async () => session.set(await logInByPasskey(client)))
  const send = (sent: string) =>
    attempt.run(async () =>
      session.set(
        await client.call(factor === 'totp' ? sessionCalls.totp : sessionCalls.recoveryCode, {
          body: { code: sent },
        }),
      ),
    )
  return (
    <>
      {attempt.failure !== undefined && <Alert tone="bad">{attempt.failure}</Alert>}
      {factor === 'passkey' ? (
        <Button
          tone="primary"
          isLarge
          isWide
          icon={Fingerprint}
          isBusy={attempt.isBusy}
          onClick={() => void byPasskey()}
        >
          {t('login.passkey')}
        </Button>
      ) : (
        <Form onSubmit={() => void send(code.trim())}>
          <p className={styles.text}>{factor === 'totp' ? t('login.codeText') : t('login.recoveryText')}</p>
          {factor === 'totp' ? (
            <TextField
              key="totp"
              isLarge
              isCode
              label={t('login.code')}
              name="code"
              inputMode="numeric"
              autoComplete="one-time-code"
              maxLength={totpDigits}
              autoFocus
              value={code}
              error={attempt.fields['code']}
              onChange={(typed) => {
                const digits = plainText(typed).replace(/\D/g, '')
                setCode(digits)
                if (digits.length === totpDigits) void send(digits)
              }}
            />
          ) : (
            <TextField
              key="recovery"
              isLarge
              label={t('login.recoveryCode')}
              name="code"
              autoComplete="off"
              autoCapitalize="off"
              spellCheck={false}
              autoFocus
              value={code}
              error={attempt.fields['code']}
              onChange={setCode}
            />
          )}
          <Button
            type="submit"
            tone="primary"
            isLarge
            isWide
            isBusy={attempt.isBusy}
            disabled={code.trim() === ''}
          >
            {t('login.confirm')}
          </Button>
        </Form>
      )}
      <div className={styles.ways}>
        {factors.includes('totp') && factor !== 'totp' && (
          <Button tone="plain" icon={Smartphone} onClick={() => choose('totp')}>
            {t('login.totp')}
          </Button>
        )}
        {factors.includes('passkey') && factor !== 'passkey' && hasPasskeys() && (
          <Button
            tone="plain"
            icon={Fingerprint}
            onClick={() => {
              choose('passkey')
              void byPasskey()
            }}
          >
            {t('login.usePasskey')}
          </Button>
        )}
        {factors.includes('recoveryCode') && factor !== 'recoveryCode' && (
          <Button tone="plain" icon={KeyRound} onClick={() => choose('recoveryCode')}>
            {t('login.recovery')}
          </Button>
        )}
        <Button
          tone="plain"
          onClick={() =>
            void attempt.run(async () => session.set(await client.call(sessionCalls.logout, {})))
          }
        >
          {t('login.otherPerson')}
        </Button>
      </div>
    </>
  )
}
