import ArrowUpRight from 'lucide-react/icons/arrow-up-right'
import ChevronRight from 'lucide-react/icons/chevron-right'
import QrCode from 'lucide-react/icons/qr-code'
import { observer } from 'mobx-react-lite'
import { lazy, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { cents } from '#contract/money.ts'
import { formatMoney } from '../../i18n/format.ts'
import { useStores } from '../../stores/useStores.ts'
import { Countdown } from '../../ui/Countdown.tsx'
import { MountWhenLoaded } from '../../ui/MountWhenLoaded.tsx'
import { PartBoundary } from '../../ui/PartBoundary.tsx'
import { statusTone } from '../records/recordLines.ts'
import { useRecordTexts } from '../records/recordTexts.ts'
import styles from './PendingMoney.module.css'
import { PendingMoneyStore } from './PendingMoneyStore.ts'

const RecordDetail = lazy(async () => ({
  default: (await import('../records/RecordDetail.tsx')).RecordDetail,
}))

/** The same in every language. */
const paymentName = 'Pix'

/** Over the home page: the deposit to be paid, with the time left, and the withdrawal on its way. */
export const PendingMoney = observer(function PendingMoney() {
  const { t } = useTranslation()
  const root = useStores()
  const { alerts } = root
  const pending = root.feature(PendingMoneyStore)
  useEffect(() => pending.start(document), [pending])
  const { deposit, withdrawal } = pending
  if (!deposit && !withdrawal) return null
  const showFailure = () => {
    pending.leaveReceipt()
    alerts.toast({ key: 'errors.screenFailed' }, 'error')
  }
  return (
    <>
      <section className={styles.dock} aria-label={t('money.pending.label')} data-pending="money">
        {withdrawal && <Withdrawal pending={pending} />}
        {deposit && <Deposit pending={pending} />}
      </section>
      <MountWhenLoaded isOpen={pending.isReceiptOpen}>
        {() =>
          withdrawal && (
            <PartBoundary onFailure={showFailure}>
              <RecordDetail tab="withdrawals" record={withdrawal} onClose={() => pending.closeReceipt()} />
            </PartBoundary>
          )
        }
      </MountWhenLoaded>
    </>
  )
})

const Deposit = observer(function Deposit({ pending }: { pending: PendingMoneyStore }) {
  const { t } = useTranslation()
  const root = useStores()
  const { deposit } = pending
  if (!deposit) return null
  return (
    <button type="button" className={styles.pill} onClick={() => root.openDeposit()}>
      <QrCode aria-hidden className={styles.icon} />
      <span className={styles.text}>
        <b translate="no">{`${paymentName} ${formatMoney(deposit.amount, root.language.selected)}`}</b>
        <span>{t('money.pending.pay')}</span>
      </span>
      <Countdown
        deadline={Date.parse(deposit.expiresAt)}
        now={root.clock.now}
        format="ms"
        className={styles.time}
        aria-label={t('money.payment.timer')}
        onEnd={() => void pending.load()}
      />
      <ChevronRight aria-hidden className={styles.arrow} />
    </button>
  )
})

const Withdrawal = observer(function Withdrawal({ pending }: { pending: PendingMoneyStore }) {
  const { t } = useTranslation()
  const { language } = useStores()
  const texts = useRecordTexts()
  const { withdrawal } = pending
  if (!withdrawal) return null
  const amount = formatMoney(cents(Math.abs(withdrawal.amount)), language.selected)
  return (
    <button type="button" className={styles.pill} onClick={() => pending.openReceipt()}>
      <ArrowUpRight aria-hidden className={styles.icon} />
      <span className={styles.text}>
        <b>{t('money.pending.withdrawal', { amount })}</b>
        <span>
          <span data-tone={statusTone('withdrawals', withdrawal.status)}>
            {texts.status('withdrawals', withdrawal)}
          </span>
          <span>{` · ${t('account.records.detail.receipt')}`}</span>
        </span>
      </span>
      <ChevronRight aria-hidden className={styles.arrow} />
    </button>
  )
})
