import { observer } from 'mobx-react-lite'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/Button.tsx'
import { QrCode } from '../../ui/QrCode.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import type { Countdown } from './Countdown.ts'
import styles from './PhoneCode.module.css'

export interface PhoneCodeProps {
  code: {
    state: string
    qr: boolean[][] | null
    countdown: Countdown
    create(): Promise<void>
  }
}

/** A QR code for the phone with the time it has left, and a button for another one when it has none. */
export const PhoneCode = observer(function PhoneCode({ code }: PhoneCodeProps) {
  const { t } = useTranslation()
  const isOver = code.state === 'expired' || code.state === 'failed'
  return (
    <>
      <div className={styles.qr}>
        {isOver ? (
          <p className={styles.over} role="status">
            {t(code.state === 'expired' ? 'kiosk.phone.expired' : 'kiosk.phone.failed')}
          </p>
        ) : code.qr ? (
          <QrCode matrix={code.qr} label={t('kiosk.phone.qr')} />
        ) : (
          <Skeleton height="100%" />
        )}
      </div>
      {isOver ? (
        <Button variant="primary" full onClick={() => void code.create()}>
          {t('kiosk.phone.another')}
        </Button>
      ) : (
        <p className={styles.left}>
          {code.qr ? t('kiosk.phone.secondsLeft', { seconds: code.countdown.secondsLeft }) : ' '}
        </p>
      )}
    </>
  )
})
