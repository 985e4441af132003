import ExternalLink from 'lucide-react/icons/external-link'
import { observer } from 'mobx-react-lite'
import { useTranslation } from 'react-i18next'
import { formatMoney } from '../../i18n/format.ts'
import { useStores } from '../../stores/useStores.ts'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { Countdown } from '../../ui/Countdown.tsx'
import { Sheet } from '../../ui/Sheet.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import type { OpenOrder, PaymentStore } from './PaymentStore.ts'
import styles from './PaymentWaiting.module.css'

interface PaymentWaitingProps {
  payment: PaymentStore
  order: OpenOrder
  onClose: () => void
}

/** An order whose page is not open: the player can continue, check or cancel it. */
export const PaymentWaiting = observer(function PaymentWaiting(props: PaymentWaitingProps) {
  const { payment, order, onClose } = props
  const { t } = useTranslation()
  const { language, clock } = useStores()
  const text = payment.isPageOpen ? 'window' : payment.isResumed ? 'existing' : 'closed'
  return (
    <Sheet
      title={t('money.payment.title')}
      size="screen"
      closeLabel={t('actions.close')}
      onClose={onClose}
      closeOnOutside={false}
    >
      <div className={styles.body}>
        <p className={styles.text}>{t(`money.payment.${text}`)}</p>
        <Card tone="sunken" className={styles.sum}>
          <span className={styles.label}>{t('money.payment.amount')}</span>
          <b translate="no" className={styles.amount}>
            {formatMoney(order.amount, language.selected)}
          </b>
          <span className={styles.time}>
            <span>{t('money.payment.expires')}</span>{' '}
            <Countdown
              deadline={Date.parse(order.expiresAt)}
              now={clock.now}
              format="ms"
              aria-label={t('money.payment.timer')}
              onEnd={() => void payment.check()}
            />
          </span>
        </Card>
        <p className={styles.waiting}>
          <Spinner size="s" />
          <span>{t(payment.isOffline ? 'status.offline' : 'money.payment.waiting')}</span>
        </p>
        <div className={styles.actions}>
          {!payment.isPageOpen && (
            <Button
              variant="primary"
              size="l"
              full
              icon={<ExternalLink aria-hidden />}
              onClick={() => void payment.openPage()}
            >
              {t('money.payment.open')}
            </Button>
          )}
          <Button full onClick={() => void payment.check()}>
            {t('money.payment.check')}
          </Button>
          <Button full variant="danger" loading={payment.isBusy} onClick={() => void payment.cancel()}>
            {t('money.payment.cancel')}
          </Button>
        </div>
      </div>
    </Sheet>
  )
})
