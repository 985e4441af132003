import Lock from 'lucide-react/icons/lock'
import { observer } from 'mobx-react-lite'
import { useTranslation } from 'react-i18next'
import type { Cents } from '#contract/money.ts'
import { BalanceAmount } from '../../features/balance/BalanceAmount.tsx'
import { formatMoney } from '../../i18n/format.ts'
import { useStores } from '../../stores/useStores.ts'
import { Card } from '../../ui/Card.tsx'
import styles from './WithdrawBalance.module.css'
import type { WithdrawStore } from './WithdrawStore.ts'

/** The balance, the withdrawable part, and why the rest is locked. */
export const WithdrawBalance = observer(function WithdrawBalance({ withdraw }: { withdraw: WithdrawStore }) {
  const { t } = useTranslation()
  const { language } = useStores()
  const { limits, account } = withdraw
  if (!limits) return null
  const money = (value: Cents) => formatMoney(value, language.selected)
  return (
    <Card tone="sunken" padding="m">
      <dl className={styles.balances}>
        <div className={styles.available}>
          <dt>{t('money.withdraw.available')}</dt>
          <dd>
            <BalanceAmount amount={withdraw.cash} />
          </dd>
        </div>
        <div>
          <dt>{t('money.withdraw.withdrawable')}</dt>
          <dd className={limits.withdrawable > 0 ? styles.good : undefined}>
            <BalanceAmount amount={limits.withdrawable} />
          </dd>
        </div>
        <div>
          <dt>{t('money.withdraw.locked')}</dt>
          <dd>
            <BalanceAmount amount={withdraw.lockedAmount} />
          </dd>
        </div>
        {account && account.held > 0 && (
          <div>
            <dt>{t('money.withdraw.held')}</dt>
            <dd>
              <BalanceAmount amount={account.held} />
            </dd>
          </div>
        )}
      </dl>
      {limits.locked && (
        <p className={styles.why}>
          <Lock aria-hidden />
          {t('money.withdraw.lockedNow')}
        </p>
      )}
      {!limits.locked && account && withdraw.lockedAmount > 0 && (
        <p className={styles.why}>
          <Lock aria-hidden />
          {t('money.withdraw.lockedWhy', { amount: money(account.turnoverLeft) })}
        </p>
      )}
    </Card>
  )
})
