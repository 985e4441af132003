import { observer } from 'mobx-react-lite'
import type { LedgerRecord } from '#contract/http/order.ts'
import { formatMoney } from '../../i18n/format.ts'
import { useStores } from '../../stores/useStores.ts'
import { classes } from '../../ui/classes.ts'
import styles from './RecordAmount.module.css'

/** The signed amount: green for incoming money, struck through where it was not moved. */
export const RecordAmount = observer(function RecordAmount({
  record,
  className,
}: {
  record: LedgerRecord
  className?: string
}) {
  const { language } = useStores()
  const { amount, status } = record
  const isDone = status === '10'
  return (
    <span
      className={classes(
        'num',
        isDone && amount > 0 && styles.in,
        status === '01' && record.stake === null && styles.off,
        className,
      )}
    >
      {amount > 0 ? '+' : ''}
      {formatMoney(amount, language.selected)}
    </span>
  )
})
