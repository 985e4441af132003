import Clock from 'lucide-react/icons/clock'
import LockOpen from 'lucide-react/icons/lock-open'
import Lock from 'lucide-react/icons/lock'
import { observer } from 'mobx-react-lite'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { HeldWinnings } from '#contract/http/order.ts'
import { BalanceAmount } from '../../features/balance/BalanceAmount.tsx'
import { SuspendedPrizes } from '../../features/balance/SuspendedPrizes.tsx'
import { usePayoutText } from '../../features/limits/usePayoutText.ts'
import { formatMoment } from '../../i18n/dates.ts'
import { formatMoney } from '../../i18n/format.ts'
import { useStores } from '../../stores/useStores.ts'
import { Card } from '../../ui/Card.tsx'
import { classes } from '../../ui/classes.ts'
import styles from './WithdrawBalance.module.css'
import type { WithdrawStore } from './WithdrawStore.ts'

/**
 * What can be withdrawn now, and why the remaining balance cannot yet. Where nothing is locked it says so in the same
 * height, because the skeleton cannot know which of the two follows.
 */
export const WithdrawBalance = observer(function WithdrawBalance({ withdraw }: { withdraw: WithdrawStore }) {
  const { t } = useTranslation()
  const { language } = useStores()
  const payoutText = usePayoutText()
  const { limits, account } = withdraw
  if (!limits) return null
  return (
    <Card tone="sunken" padding="m">
      <dl className={styles.available}>
        <dt>{t('money.withdraw.withdrawable')}</dt>
        <dd>
          <BalanceAmount amount={limits.withdrawable} />
        </dd>
      </dl>
      {limits.locked ? (
        <Why icon={<Lock aria-hidden />}>{t('money.withdraw.lockedNow')}</Why>
      ) : (
        account &&
        (withdraw.lockedAmount > 0 ? (
          <Why icon={<Lock aria-hidden />}>
            <b>
              <span>{t('money.withdraw.locked')}</span> <BalanceAmount amount={withdraw.lockedAmount} />
            </b>
            <span>
              {t('money.withdraw.lockedWhy', {
                amount: formatMoney(account.turnoverLeft, language.selected),
              })}
            </span>
          </Why>
        ) : limits.held.length === 0 || payoutText ? (
          <Why icon={<LockOpen aria-hidden />}>{payoutText ?? t('money.withdraw.unlocked')}</Why>
        ) : null)
      )}
      {limits.held.map(({ amount, until }) => (
        <HeldLine key={until.getTime()} amount={amount} until={until} />
      ))}
      <SuspendedPrizes prizes={limits.suspended} className={classes(styles.why, styles.long)} />
      {account && account.held > 0 && (
        <Why icon={<Clock aria-hidden />}>
          <b>
            <span>{t('money.withdraw.held')}</span> <BalanceAmount amount={account.held} />
          </b>
        </Why>
      )}
    </Card>
  )
})

/** What a result has paid and cannot be withdrawn yet. */
const HeldLine = observer(function HeldLine({ amount, until }: HeldWinnings) {
  const { t } = useTranslation()
  const { language, clock } = useStores()
  return (
    <Why icon={<Clock aria-hidden />}>
      {t('money.withdraw.winnings', {
        amount: formatMoney(amount, language.selected),
        time: formatMoment(until, new Date(clock.now()), language.selected),
      })}
    </Why>
  )
})

function Why({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <p className={styles.why}>
      {icon}
      <span>{children}</span>
    </p>
  )
}
