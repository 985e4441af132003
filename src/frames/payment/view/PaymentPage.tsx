import Lock from 'lucide-react/icons/lock'
import LockOpen from 'lucide-react/icons/lock-open'
import ScanLine from 'lucide-react/icons/scan-line'
import Timer from 'lucide-react/icons/timer'
import WifiOff from 'lucide-react/icons/wifi-off'
import { useEffect, useState } from 'react'
import { paymentBarHeight, type PaymentBar, type PaymentBarBridge } from '#contract/paymentBar.ts'
import { Button } from '../../../renderer/ui/Button.tsx'
import { Countdown, performanceNow } from '../../../renderer/ui/Countdown.tsx'
import { Spinner } from '../../../renderer/ui/Spinner.tsx'
import type { Texts } from '../texts.ts'
import { PaymentKeys } from './PaymentKeys.tsx'
import styles from './PaymentPage.module.css'

export interface PaymentPageProps {
  bridge: PaymentBarBridge
  first: PaymentBar
  /** When the order expires, in ms since 1970. */
  deadline: number
  texts: Texts
}

/** The bar, and below it what the provider's page covers as soon as it is there. */
export function PaymentPage({ bridge, first, deadline, texts }: PaymentPageProps) {
  const [bar, setBar] = useState(first)
  useEffect(() => {
    bridge.onChanged(setBar)
    // It may have changed while this page was loading.
    bridge.invoke('paymentBar:read').then(setBar, logFailure)
  }, [bridge])
  const cancel = () => void bridge.invoke('paymentBar:cancel').catch(logFailure)
  const retry = () => void bridge.invoke('paymentBar:retry').catch(logFailure)
  const goOn = () => void bridge.invoke('paymentBar:continue').catch(logFailure)
  return (
    <>
      <header className={styles.bar} style={{ height: paymentBarHeight }}>
        <button type="button" className={styles.cancel} onClick={cancel}>
          {texts.cancel}
        </button>
        <span className={styles.host}>
          {bar.isEncrypted ? <Lock aria-hidden /> : <LockOpen aria-hidden />}
          <bdi>{bar.host}</bdi>
        </span>
        <span className={styles.time}>
          <Timer aria-hidden />
          <Countdown deadline={deadline} now={performanceNow} format="ms" aria-label={texts.timer} />
        </span>
      </header>
      <main className={styles.page}>
        {bar.page === 'failed' && (
          <>
            <WifiOff aria-hidden className={styles.sign} />
            <p role="alert">{texts.failed}</p>
            <div className={styles.actions}>
              <Button variant="primary" size="l" full onClick={retry}>
                {texts.retry}
              </Button>
              <Button size="l" full onClick={cancel}>
                {texts.back}
              </Button>
            </div>
          </>
        )}
        {bar.isScanned && (
          <>
            <ScanLine aria-hidden className={styles.sign} />
            <p role="alert">{texts.scanned}</p>
            <div className={styles.actions}>
              <Button variant="primary" size="l" full onClick={goOn}>
                {texts.goOn}
              </Button>
            </div>
          </>
        )}
        {bar.page === 'loading' && !bar.isScanned && (
          <>
            <Spinner size="l" />
            <p role="status">{texts.loading}</p>
          </>
        )}
      </main>
      {bar.field && !bar.isScanned && (
        <PaymentKeys bridge={bridge} field={bar.field} language={bar.language} texts={texts.keyboard} />
      )}
    </>
  )
}

function logFailure(error: unknown): void {
  console.error('payment window', error)
}
