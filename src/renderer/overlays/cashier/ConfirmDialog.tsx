import { observer } from 'mobx-react-lite'
import { useTranslation } from 'react-i18next'
import { subtract, ZERO } from '#contract/money.ts'
import { formatMoney } from '../../i18n/format.ts'
import { useStores } from '../../stores/useStores.ts'
import { Button } from '../../ui/Button.tsx'
import { Sheet } from '../../ui/Sheet.tsx'
import styles from './ConfirmDialog.module.css'
import type { DepositStore } from './DepositStore.ts'

/** "Valor do depósito": what is paid and what it buys. */
export const ConfirmDialog = observer(function ConfirmDialog({ deposit }: { deposit: DepositStore }) {
  const { t } = useTranslation()
  const { language } = useStores()
  const money = (value: typeof deposit.amount) => formatMoney(value, language.selected)
  return (
    <Sheet
      title={t('money.confirm.title')}
      closeLabel={t('actions.close')}
      onClose={() => deposit.cancelConfirmation()}
      footer={
        <div className={styles.buttons}>
          <Button
            variant="primary"
            size="l"
            full
            loading={deposit.payment.isBusy}
            onClick={() => void deposit.confirm()}
          >
            {t('money.confirm.submit')}
          </Button>
          <Button full variant="ghost" onClick={() => deposit.cancelConfirmation()}>
            {t('money.confirm.cancel')}
          </Button>
        </div>
      }
    >
      <p className={styles.pays}>
        <span>{t('money.confirm.pays')}</span>
        <b translate="no">{money(deposit.payable)}</b>
      </p>
      <dl className={styles.lines}>
        <div>
          <dt>{t('money.confirm.amount')}</dt>
          <dd translate="no">{money(deposit.amount)}</dd>
        </div>
        {deposit.bonus > 0 && (
          <div className={styles.bonus}>
            <dt>{t('money.confirm.bonus')}</dt>
            <dd translate="no">{money(deposit.bonus)}</dd>
          </div>
        )}
        {deposit.discountAmount > 0 && (
          <div className={styles.bonus}>
            <dt>{t('money.confirm.discount')}</dt>
            <dd translate="no">{money(subtract(ZERO, deposit.discountAmount))}</dd>
          </div>
        )}
      </dl>
      <p className={styles.note}>{t('money.confirm.note')}</p>
    </Sheet>
  )
})
