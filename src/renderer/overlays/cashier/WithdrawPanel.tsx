import Banknote from 'lucide-react/icons/banknote'
import ChevronRight from 'lucide-react/icons/chevron-right'
import Info from 'lucide-react/icons/info'
import { observer } from 'mobx-react-lite'
import { lazy, Suspense, useId } from 'react'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { fromWireAmount, type Cents } from '#contract/money.ts'
import { WITHDRAW_MAXIMUM } from '#contract/rules/withdraw.ts'
import { emptyArt } from '../../assets/emptyArt.ts'
import { WithdrawalAmount } from '../../features/payment/WithdrawalAmount.tsx'
import { formatMoney, formatNumber, formatPercent } from '../../i18n/format.ts'
import { useStores } from '../../stores/useStores.ts'
import { Button } from '../../ui/Button.tsx'
import { Chip } from '../../ui/Chip.tsx'
import { classes } from '../../ui/classes.ts'
import { Details } from '../../ui/Details.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import columns from './CashierColumns.module.css'
import { WithdrawSkeleton } from './CashierSkeletons.tsx'
import { shortMoney } from './shortMoney.ts'
import { WithdrawBalance } from './WithdrawBalance.tsx'
import styles from './WithdrawPanel.module.css'
import type { WithdrawStore } from './WithdrawStore.ts'

/** The withdraw page: what can be withdrawn, amount, destination, remaining count, fee, notes. */
export const WithdrawPanel = observer(function WithdrawPanel({ withdraw }: { withdraw: WithdrawStore }) {
  const { t } = useTranslation()
  const { language, session } = useStores()
  if (session.player?.isTest)
    return <EmptyState compact illustration={emptyArt.closed} title={t('money.withdraw.testAccount')} />
  if (withdraw.state === 'failed') {
    return (
      <ErrorState
        compact
        illustration={emptyArt.offline}
        text={t('money.withdraw.loadFailed')}
        retryLabel={t('actions.retry')}
        onRetry={() => void withdraw.load()}
      />
    )
  }
  if (!withdraw.limits) return <WithdrawSkeleton />
  return (
    <>
      <form
        className={classes(styles.form, columns.columns)}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          withdraw.submit()
        }}
      >
        <div className={columns.part}>
          <WithdrawBalance withdraw={withdraw} />
          <WithdrawalAmount
            enterKeyHint="done"
            value={withdraw.amountText}
            hint={t('money.withdraw.notes.limits', {
              min: formatMoney(withdraw.limits.minimum, language.selected),
              max: formatMoney(WITHDRAW_MAXIMUM, language.selected),
            })}
            error={amountError(t, withdraw)}
            onChange={(event) => withdraw.setAmount(event.target.value)}
          />
          <QuickAmounts withdraw={withdraw} />
        </div>
        <div className={columns.part}>
          <DestinationRow withdraw={withdraw} />
          <Summary withdraw={withdraw} />
          <div className={styles.submit}>
            <Button
              type="submit"
              // Pressed, it says why it cannot be used today.
              variant={withdraw.limits.remainingToday > 0 ? 'primary' : 'secondary'}
              size="l"
              full
              loading={withdraw.isSending}
            >
              {t('money.withdraw.submit')}
            </Button>
          </div>
          <Notes withdraw={withdraw} />
        </div>
      </form>
      <CashOnPaper />
    </>
  )
})

/** A separate chunk, because only terminals have it: where the jurisdiction allows it and there is a printer. */
const VoucherOut = lazy(async () => {
  const { VoucherOut } = await import('../../features/voucherOut/VoucherOut.tsx')
  return { default: VoucherOut }
})

const CashOnPaper = observer(function CashOnPaper() {
  const { t } = useTranslation()
  const { host, device } = useStores()
  const maximum = device.info?.voucherWithdrawal ?? null
  if (maximum === null || !host.isEnrolled || !host.hasPrinter) return null
  return (
    <Details summary={t('kiosk.out.title')} icon={<Banknote aria-hidden />} lazy>
      <Suspense fallback={null}>
        <VoucherOut maximum={fromWireAmount(maximum)} />
      </Suspense>
    </Details>
  )
})

/** What is wrong with the typed amount. */
function amountError(t: TFunction, withdraw: WithdrawStore): string | undefined {
  if (withdraw.isInvalid) return t('money.withdraw.invalid')
  const refusal = withdraw.amountRefusal
  return refusal ? t(`money.withdraw.refusals.${refusal.reason}`, withdraw.limitParams(refusal)) : undefined
}

/** Round amounts, and everything that can be withdrawn. */
const QuickAmounts = observer(function QuickAmounts({ withdraw }: { withdraw: WithdrawStore }) {
  const { t } = useTranslation()
  const { language } = useStores()
  const { limits, amount } = withdraw
  if (!limits) return null
  return (
    <div className={styles.quick} role="group" aria-label={t('money.withdraw.quick')}>
      {withdraw.quickAmounts.map((choice) => (
        <Chip
          key={choice}
          className={styles.chip}
          selected={amount === choice}
          disabled={choice > limits.withdrawable}
          onClick={() => withdraw.choose(choice)}
        >
          {shortMoney(choice, language.selected)}
        </Chip>
      ))}
      <Chip
        className={styles.chip}
        aria-label={t('money.withdraw.maxLabel')}
        selected={amount !== undefined && amount > 0 && amount === limits.withdrawable}
        disabled={limits.withdrawable <= 0}
        onClick={() => withdraw.setMaximum()}
      >
        {t('money.withdraw.max')}
      </Chip>
    </div>
  )
})

/** The destination row; opens the destination form. */
const DestinationRow = observer(function DestinationRow({ withdraw }: { withdraw: WithdrawStore }) {
  const { t } = useTranslation()
  const id = useId()
  const { destination, limits } = withdraw
  const own = limits?.ownCpf
  return (
    <button
      type="button"
      className={styles.destination}
      aria-labelledby={`${id}-name`}
      aria-describedby={`${id}-value`}
      aria-haspopup="dialog"
      onClick={() => withdraw.openDestination()}
    >
      <span className={styles.destinationTexts}>
        <span id={`${id}-name`} className={styles.destinationName}>
          {t('money.withdraw.destination')}
        </span>
        <span id={`${id}-value`} className={destination ? styles.destinationKey : styles.destinationNone}>
          {destination
            ? [withdraw.chosenLabel, destination.type, withdraw.maskedKey].filter(Boolean).join(' · ')
            : own
              ? t('money.withdraw.ownCpf', { key: own.key })
              : t('money.withdraw.noDestination')}
        </span>
      </span>
      <ChevronRight aria-hidden />
    </button>
  )
})

const Summary = observer(function Summary({ withdraw }: { withdraw: WithdrawStore }) {
  const { t } = useTranslation()
  const { language } = useStores()
  const { limits, usdtPaidOut } = withdraw
  if (!limits) return null
  const money = (value: Cents) => formatMoney(value, language.selected)
  const percent = formatPercent(limits.feeFraction, language.selected)
  return (
    <dl className={styles.summary}>
      <div>
        <dt>{t('money.withdraw.remaining')}</dt>
        <dd className={limits.remainingToday < 1 ? styles.none : undefined}>{limits.remainingToday}</dd>
      </div>
      <div>
        <dt>{t('money.withdraw.fee', { percent })}</dt>
        <dd translate="no">{money(withdraw.fee)}</dd>
      </div>
      <div className={classes(styles.receive, withdraw.paidOut > 0 && styles.paid)}>
        <dt>{t('money.withdraw.receive')}</dt>
        <dd>
          {usdtPaidOut === null
            ? money(withdraw.paidOut)
            : t('money.withdraw.usdtReceive', {
                amount: formatNumber(usdtPaidOut / 100, language.selected, 2),
              })}
        </dd>
      </div>
    </dl>
  )
})

const Notes = observer(function Notes({ withdraw }: { withdraw: WithdrawStore }) {
  const { t } = useTranslation()
  return (
    <div className={styles.foot}>
      <ul className={styles.notes}>
        <li>{t('money.withdraw.notes.hours')}</li>
        <li>{t('money.withdraw.notes.fastest')}</li>
        {withdraw.usdtEnabled && <li>{t('money.withdraw.notes.usdt')}</li>}
      </ul>
      <Button variant="ghost" size="s" icon={<Info aria-hidden />} onClick={() => withdraw.setInfo(true)}>
        {t('money.withdraw.info')}
      </Button>
    </div>
  )
})
