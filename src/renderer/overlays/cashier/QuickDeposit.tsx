import Repeat from 'lucide-react/icons/repeat'
import { observer } from 'mobx-react-lite'
import { useTranslation } from 'react-i18next'
import { formatMoney } from '../../i18n/format.ts'
import { useStores } from '../../stores/useStores.ts'
import { Button } from '../../ui/Button.tsx'
import type { DepositStore } from './DepositStore.ts'
import styles from './QuickDeposit.module.css'

/** The last deposit again, in one press. */
export const QuickDeposit = observer(function QuickDeposit({ deposit }: { deposit: DepositStore }) {
  const { t } = useTranslation()
  const { selected } = useStores().language
  const { quick } = deposit
  if (!quick) return null
  return (
    <div className={styles.quick}>
      <Button
        full
        icon={<Repeat aria-hidden />}
        loading={deposit.payment.isBusy}
        onClick={() => void deposit.payQuick()}
      >
        {t('own.deposit.again', { amount: formatMoney(quick.price, selected) })}
      </Button>
      <p className={styles.note}>
        {t('own.deposit.againNote', { turnover: formatMoney(quick.turnover, selected) })}
      </p>
    </div>
  )
})
