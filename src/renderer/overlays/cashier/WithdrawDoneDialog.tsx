import { observer } from 'mobx-react-lite'
import { useTranslation } from 'react-i18next'
import { emptyArt } from '../../assets/emptyArt.ts'
import { PrintReceipt } from '../../features/receipts/PrintReceipt.tsx'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Sheet } from '../../ui/Sheet.tsx'
import styles from './WithdrawDoneDialog.module.css'

/** A terminal with a printer stays here after a withdrawal was requested, so that its receipt can be printed. */
export const WithdrawDoneDialog = observer(function WithdrawDoneDialog({
  orderId,
  onClose,
}: {
  orderId: string
  onClose: () => void
}) {
  const { t } = useTranslation()
  return (
    <Sheet title={t('money.cashier.withdraw')} closeLabel={t('actions.close')} onClose={onClose}>
      <EmptyState
        illustration={emptyArt.success}
        title={t('money.withdraw.done')}
        action={
          <div className={styles.actions}>
            <PrintReceipt kind="withdrawal" id={orderId} />
            <Button full variant="primary" onClick={onClose}>
              {t('actions.close')}
            </Button>
          </div>
        }
      />
    </Sheet>
  )
})
