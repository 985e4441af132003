import type { LedgerRecord } from '#contract/http/order.ts'
import type { Language } from '#contract/languages.ts'
import { formatMoney } from '../../i18n/format.ts'
import { classes } from '../../ui/classes.ts'
import styles from './RecordAmount.module.css'

interface RecordAmountProps {
  record: LedgerRecord
  language: Language
  className?: string
}

/** The signed amount: green for incoming money, struck through where it was not moved. */
export function RecordAmount({ record, language, className }: RecordAmountProps) {
  const { amount, status } = record
  const isDone = status === '10'
  return (
    <span
      translate="no"
      className={classes(
        'num',
        isDone && amount > 0 && styles.in,
        status === '01' && record.stake === null && styles.off,
        className,
      )}
    >
      {`${amount > 0 ? '+' : ''}${formatMoney(amount, language)}`}
    </span>
  )
}
