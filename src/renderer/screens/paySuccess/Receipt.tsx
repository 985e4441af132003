import { observer } from 'mobx-react-lite'
import { useTranslation } from 'react-i18next'
import { SaveReceipt } from '../../features/receipts/SaveReceipt.tsx'
import { PrintReceipt } from '../../features/receipts/PrintReceipt.tsx'
import { formatDateTime } from '../../i18n/dates.ts'
import { formatMoney } from '../../i18n/format.ts'
import { useStores } from '../../stores/useStores.ts'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { Logo } from '../../ui/Logo.tsx'
import styles from './Receipt.module.css'
import { receiptArt } from './receiptArt.ts'
import type { ReceiptStore } from './ReceiptStore.ts'

/** The receipt of one order: how it ended, amount, time and numbers. */
export const Receipt = observer(function Receipt({ receipt }: { receipt: ReceiptStore }) {
  const { t } = useTranslation()
  const root = useStores()
  const language = root.language.selected
  const { order, outcome } = receipt
  if (!order) return null
  return (
    <div className={styles.receipt}>
      <div className={styles.news} role="status">
        <img src={receiptArt[outcome]} alt="" width="160" height="120" />
        <h2>{t(`account.receipt.${outcome}`)}</h2>
        <p>{t(`account.receipt.${outcome}Text`)}</p>
      </div>
      <Card as="section" padding="l" className={styles.paper} aria-label={t('account.receipt.title')}>
        <p className={styles.amount}>
          <span>{t(outcome === 'paid' ? 'account.receipt.amount' : 'account.receipt.asked')}</span>
          <b translate="no" className="num">
            {formatMoney(order.amount, language)}
          </b>
        </p>
        <dl className={styles.lines}>
          {order.bonus > 0 && outcome !== 'ended' && (
            <div className={styles.bonus}>
              <dt>{t('account.receipt.bonus')}</dt>
              <dd translate="no">{formatMoney(order.bonus, language)}</dd>
            </div>
          )}
          <div>
            <dt>{t('account.receipt.date')}</dt>
            <dd>{formatDateTime(order.paidAt ?? order.createdAt, language)}</dd>
          </div>
          <div>
            <dt>{t('account.receipt.payment')}</dt>
            <dd className={styles.number}>{order.paymentNumber}</dd>
          </div>
          <div>
            <dt>{t('account.receipt.number')}</dt>
            <dd className={styles.number}>
              <span>{order.id}</span>
              <CopyButton
                iconOnly
                text={order.id}
                label={t('account.receipt.copy')}
                onCopied={(ok) => root.tellCopied(ok)}
              />
            </dd>
          </div>
        </dl>
        <Logo className={styles.logo} />
      </Card>
      <div className={styles.actions}>
        {outcome === 'paid' && <PrintReceipt kind="deposit" id={order.id} />}
        {outcome === 'paid' && (
          <SaveReceipt
            kind="deposit"
            title={t('account.records.rowTitle.deposits')}
            amount={order.amount}
            status={t('account.receipt.paid')}
            time={order.paidAt ?? order.createdAt}
            lines={[{ label: t('account.receipt.payment'), value: order.paymentNumber }]}
            number={order.id}
          />
        )}
        {outcome === 'paid' ? (
          <LinkButton to="/home" variant="primary" size="l" full>
            {t('account.receipt.play')}
          </LinkButton>
        ) : (
          <Button variant="primary" size="l" full onClick={() => root.openDeposit()}>
            {t(outcome === 'pending' ? 'money.payment.open' : 'account.receipt.again')}
          </Button>
        )}
        {outcome === 'ended' && (
          <Button full onClick={() => root.openSupport()}>
            {t('actions.support')}
          </Button>
        )}
        <LinkButton to="/registros" variant="ghost" full>
          {t('account.receipt.records')}
        </LinkButton>
      </div>
    </div>
  )
})
