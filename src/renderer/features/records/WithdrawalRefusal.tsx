import CircleAlert from 'lucide-react/icons/circle-alert'
import type { LedgerRecord } from '#contract/http/order.ts'
import { refusalCodeOf } from '#contract/rules/withdrawalDecision.ts'
import { useTranslation } from 'react-i18next'
import styles from './WithdrawalRefusal.module.css'

/**
 * Why the operator refused a withdrawal, or why it waits longer than others, and what the player can do now. Nothing where
 * no reason was given.
 */
export function WithdrawalRefusal({ record }: { record: LedgerRecord }) {
  const { t } = useTranslation()
  const code = refusalCodeOf(record.detail['refusal'])
  const text = code ? (`refused.${code}` as const) : record.detail['review'] === 'newKey' ? 'newKey' : null
  if (!text) return null
  return (
    <p className={styles.refusal}>
      <CircleAlert aria-hidden />
      <span>
        <b>{t(`account.records.detail.${text}.reason`)}</b>{' '}
        <span>{t(`account.records.detail.${text}.next`)}</span>
      </span>
    </p>
  )
}
