import X from 'lucide-react/icons/x'
import { observer } from 'mobx-react-lite'
import * as Dialog from 'radix-ui/dialog'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { formatMoney } from '../../i18n/format.ts'
import { useStores } from '../../stores/useStores.ts'
import { Button } from '../../ui/Button.tsx'
import { Countdown } from '../../ui/Countdown.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import { useDialogFocus } from '../../ui/useDialogFocus.ts'
import { useScrollLock } from '../../ui/useScrollLock.ts'
import styles from './PaymentFrame.module.css'
import type { OpenOrder, PaymentStore } from './PaymentStore.ts'

/**
 * The provider's page may run scripts, send forms, keep its own session and open a bank in a new tab. It may
 * not navigate our page away.
 */
const sandbox = 'allow-scripts allow-forms allow-same-origin allow-popups allow-popups-to-escape-sandbox'

interface PaymentFrameProps {
  payment: PaymentStore
  order: OpenOrder
  onClose: () => void
}

/** The payment page over the whole screen, below what is being paid and above the button to leave. */
export const PaymentFrame = observer(function PaymentFrame({ payment, order, onClose }: PaymentFrameProps) {
  const { t } = useTranslation()
  const { language, clock } = useStores()
  const panel = useRef<HTMLDivElement>(null)
  const focus = useDialogFocus(panel)
  useScrollLock(true)
  const { frameUrl } = payment
  return (
    <Dialog.Root open onOpenChange={(next) => !next && onClose()}>
      <Dialog.Portal>
        <div className={styles.scrim} />
        <Dialog.Content
          ref={panel}
          aria-describedby={undefined}
          className={styles.panel}
          onPointerDownOutside={(event) => event.preventDefault()}
          onInteractOutside={(event) => event.preventDefault()}
          {...focus}
        >
          <div className={styles.head}>
            <div className={styles.titles}>
              <Dialog.Title className={styles.title}>{t('money.payment.title')}</Dialog.Title>
              <p className={styles.sum}>
                <b translate="no" className="num">
                  {formatMoney(order.amount, language.selected)}
                </b>
                <span>
                  <span>{t('money.payment.expires')}</span>{' '}
                  <Countdown
                    deadline={Date.parse(order.expiresAt)}
                    now={clock.now}
                    format="ms"
                    aria-label={t('money.payment.timer')}
                    onEnd={() => void payment.check()}
                  />
                </span>
              </p>
            </div>
            <IconButton aria-label={t('actions.close')} onClick={onClose}>
              <X aria-hidden />
            </IconButton>
          </div>
          <p className={styles.offline} role="status">
            {payment.isOffline && t('status.offline')}
          </p>
          <div className={styles.page}>
            {frameUrl ? (
              <>
                <Spinner size="l" className={styles.spinner} />
                <iframe
                  className={styles.frame}
                  title={t('money.payment.frame')}
                  src={frameUrl}
                  sandbox={sandbox}
                  allow="clipboard-write; payment"
                  referrerPolicy="no-referrer"
                  onLoad={() => void payment.check()}
                />
              </>
            ) : (
              <ErrorState text={t('money.payment.frameRefused')} />
            )}
          </div>
          <div className={styles.foot}>
            <Button variant="ghost" full loading={payment.isBusy} onClick={() => void payment.cancel()}>
              {t('money.payment.cancel')}
            </Button>
          </div>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
})
