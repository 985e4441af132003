import ArrowDownLeft from 'lucide-react/icons/arrow-down-left'
import ArrowUpRight from 'lucide-react/icons/arrow-up-right'
import Lock from 'lucide-react/icons/lock'
import { observer } from 'mobx-react-lite'
import { useTranslation } from 'react-i18next'
import type { Cents } from '#contract/money.ts'
import { turnoverFactors } from '#contract/rules/turnover.ts'
import { countedInPartFrom } from '#contract/rules/turnoverWeight.ts'
import { BalanceAmount, hiddenMoney } from '../../features/balance/BalanceAmount.tsx'
import { BalancePrivacy } from '../../features/balance/BalancePrivacy.ts'
import { HideBalanceButton } from '../../features/balance/HideBalanceButton.tsx'
import { SuspendedPrizes } from '../../features/balance/SuspendedPrizes.tsx'
import { usePayoutText } from '../../features/limits/usePayoutText.ts'
import { formatMoney, formatPercent } from '../../i18n/format.ts'
import { useStores } from '../../stores/useStores.ts'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { Progress } from '../../ui/Progress.tsx'
import type { AccountStore } from './AccountStore.ts'
import styles from './BalanceCard.module.css'

/** Both wallets, deposit and withdraw buttons, and how much of the cash is withdrawable. */
export const BalanceCard = observer(function BalanceCard({ account }: { account: AccountStore }) {
  const { t } = useTranslation()
  const root = useStores()
  const isTest = root.session.player?.isTest === true
  return (
    <Card as="section" padding="l" className={styles.card} aria-label={t('account.conta.total')}>
      <div className={styles.top}>
        <div>
          <p className={styles.label}>{t('account.conta.balance')}</p>
          <p className={styles.amount}>
            <BalanceAmount amount={account.cash} duration={2} />
            <HideBalanceButton className={styles.hide} />
          </p>
        </div>
        <p className={styles.bonus}>
          <span>{t('account.conta.bonus')}</span>
          <b>
            <BalanceAmount amount={account.bonus} />
          </b>
        </p>
      </div>
      <div className={styles.actions}>
        <Button
          variant="primary"
          full
          icon={<ArrowDownLeft aria-hidden />}
          onClick={() => root.openDeposit()}
        >
          {t('account.conta.deposit')}
        </Button>
        {!isTest && (
          <Button full icon={<ArrowUpRight aria-hidden />} onClick={() => root.openWithdraw()}>
            {t('account.conta.withdraw')}
          </Button>
        )}
      </div>
      {!isTest && <Withdrawable account={account} />}
    </Card>
  )
})

const Withdrawable = observer(function Withdrawable({ account }: { account: AccountStore }) {
  const { t } = useTranslation()
  const root = useStores()
  const { isHidden } = root.feature(BalancePrivacy)
  const { summary } = account
  const payoutText = usePayoutText()
  if (!summary) return null
  const money = (value: Cents) =>
    isHidden ? hiddenMoney(root.language.selected) : formatMoney(value, root.language.selected)
  return (
    <div className={styles.split}>
      <Progress
        aria-label={t('account.conta.withdrawable')}
        tone="action"
        size="s"
        value={isHidden ? 0 : summary.withdrawable}
        max={Math.max(1, summary.cash)}
        valueText={money(summary.withdrawable)}
      />
      <dl className={styles.parts}>
        <div className={styles.free}>
          <dt>{t('account.conta.withdrawable')}</dt>
          <dd translate="no">{money(summary.withdrawable)}</dd>
        </div>
        <div>
          <dt>{t('account.conta.locked')}</dt>
          <dd translate="no">{money(summary.locked)}</dd>
        </div>
        {summary.held > 0 && (
          <div>
            <dt>{t('account.conta.held')}</dt>
            <dd translate="no">{money(summary.held)}</dd>
          </div>
        )}
      </dl>
      <p className={styles.why}>
        {summary.locked > 0 && <Lock aria-hidden />}
        <span>
          {summary.locked === 0
            ? (payoutText ?? t(summary.cash > 0 ? 'account.conta.free' : 'account.conta.nothing'))
            : summary.turnoverLeft > 0
              ? t(`account.conta.${root.device.has('packages') ? 'lockedWhy' : 'lockedWhyCash'}`, {
                  ...turnoverFactors.deposit,
                  chance: formatPercent(countedInPartFrom / 100, root.language.selected),
                  amount: money(summary.turnoverLeft),
                })
              : t('account.conta.lockedResult')}
        </span>
      </p>
      <SuspendedPrizes prizes={summary.suspended} className={styles.why} />
      {summary.debt > 0 && (
        <p className={styles.why}>{t('account.conta.debt', { amount: money(summary.debt) })}</p>
      )}
    </div>
  )
})
