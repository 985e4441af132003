import Check from 'lucide-react/icons/check'
import X from 'lucide-react/icons/x'
import { observer } from 'mobx-react-lite'
import { useTranslation } from 'react-i18next'
import type { LedgerRecord } from '#contract/http/order.ts'
import { RecordStatus } from '#contract/statusCodes.ts'
import { formatDateTime } from '../../i18n/dates.ts'
import { useStores } from '../../stores/useStores.ts'
import styles from './WithdrawalSteps.module.css'

/** How far a withdrawal is: requested, under review, paid or declined. */
export const WithdrawalSteps = observer(function WithdrawalSteps({ record }: { record: LedgerRecord }) {
  const { t } = useTranslation()
  const { language } = useStores()
  const { status, time } = record
  const decidedAt = record.detail['decidedAt']
  const isPending = status === RecordStatus.pending
  const isRefused = status === RecordStatus.cancelled
  return (
    <ol className={styles.steps} aria-label={t('account.records.detail.steps.label')}>
      <li data-state="done">
        <Check aria-hidden />
        <b>{t('account.records.detail.steps.requested')}</b>
        <span>{formatDateTime(time, language.selected)}</span>
      </li>
      <li data-state={isPending ? 'now' : 'done'} aria-current={isPending ? 'step' : undefined}>
        <Check aria-hidden />
        <b>{t('account.records.withdrawalStatus.00')}</b>
        {isPending && <span>{t('money.withdraw.notes.fastest')}</span>}
      </li>
      <li data-state={isPending ? 'next' : isRefused ? 'refused' : 'done'}>
        {isRefused ? <X aria-hidden /> : <Check aria-hidden />}
        <b>{t(`account.records.withdrawalStatus.${isRefused ? '01' : '10'}`)}</b>
        {typeof decidedAt === 'string' && <span>{formatDateTime(decidedAt, language.selected)}</span>}
      </li>
    </ol>
  )
})
