import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { accountCalls, type SessionState } from '#contract/office/session.ts'
import { plainText } from '#contract/rules/typed.ts'
import { QrCode } from '#renderer/ui/QrCode.tsx'
import { useOffice } from '../../data/context.ts'
import { Alert } from '../../ui/Alert.tsx'
import { Button } from '../../ui/Button.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { Form, TextField } from '../../ui/Field.tsx'
import { Failed, LoadingLines } from '../../ui/States.tsx'
import { RecoveryCodes } from './RecoveryCodes.tsx'
import { useAttempt } from './useAttempt.ts'
import styles from './LoginPage.module.css'

/** Adds an authenticator application: its QR code, a first code, and the recovery codes. */
export function TotpSetup({ onDone }: { onDone: (session: SessionState) => void }) {
  const { t } = useTranslation()
  const { client } = useOffice()
  const [code, setCode] = useState('')
  const [done, setDone] = useState<{ recoveryCodes: string[]; session: SessionState }>()
  const attempt = useAttempt()
  const secret = useQuery({
    queryKey: ['totp'],
    queryFn: async () => {
      const [answer, { create }] = await Promise.all([
        client.call(accountCalls.startTotp, {}),
        import('qrcode'),
      ])
      return { ...answer, matrix: rowsOf(create(answer.uri, { errorCorrectionLevel: 'M' }).modules) }
    },
    // A new secret each time, and never one of before.
    gcTime: 0,
    staleTime: Infinity,
    refetchOnWindowFocus: false,
  })
  if (done) return <RecoveryCodes codes={done.recoveryCodes} onDone={() => onDone(done.session)} />
  if (secret.error) return <Failed error={secret.error} onRetry={() => void secret.refetch()} />
  if (!secret.data) return <LoadingLines count={4} />
  const send = (sent: string) =>
    attempt.run(async () => setDone(await client.call(accountCalls.confirmTotp, { body: { code: sent } })))
  return (
    <Form onSubmit={() => void send(code)}>
      <p className={styles.text}>{t('account.scan')}</p>
      <QrCode matrix={secret.data.matrix} label={t('account.qrLabel')} className={styles.qr} />
      <p className={styles.secret}>
        <span>{secret.data.secret}</span>
        <CopyButton text={secret.data.secret} />
      </p>
      {attempt.failure !== undefined && <Alert tone="bad">{attempt.failure}</Alert>}
      <TextField
        isLarge
        isCode
        label={t('login.code')}
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={6}
        value={code}
        error={attempt.fields['code']}
        onChange={(typed) => setCode(plainText(typed).replace(/\D/g, ''))}
      />
      <Button type="submit" tone="primary" isLarge isWide isBusy={attempt.isBusy} disabled={code.length < 6}>
        {t('login.confirm')}
      </Button>
    </Form>
  )
}

function rowsOf({ size, data }: { size: number; data: ArrayLike<number> }): boolean[][] {
  return Array.from({ length: size }, (_row, y) =>
    Array.from({ length: size }, (_module, x) => data[y * size + x] === 1),
  )
}
