import Plus from 'lucide-react/icons/plus'
import RefreshCw from 'lucide-react/icons/refresh-cw'
import { observer } from 'mobx-react-lite'
import { useTranslation } from 'react-i18next'
import type { Language } from '#contract/languages.ts'
import type { Cents } from '#contract/money.ts'
import { formatMoney } from '../i18n/format.ts'
import { BalanceAmount } from '../features/balance/BalanceAmount.tsx'
import { BalanceToggle } from '../features/balance/BalanceToggle.tsx'
import { useStores } from '../stores/useStores.ts'
import { Avatar } from '../ui/Avatar.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { formatShort } from '../features/numbers/shortNumber.ts'
import { Skeleton } from '../ui/Skeleton.tsx'
import styles from './PlayerBar.module.css'
import { preloadOn } from './preload.ts'

/** A player's part of the top bar: wallet, deposit, account. */
export const PlayerBar = observer(function PlayerBar() {
  const { t } = useTranslation()
  const root = useStores()
  const { session } = root
  const avatar = (session.player ?? session.known)?.avatar
  return (
    <>
      <div className={styles.wallet}>
        <Balance />
        <IconButton
          className={styles.refresh}
          aria-label={t('top.refresh')}
          aria-busy={root.wallet.isRefreshing}
          onClick={() => void root.refreshBalance()}
        >
          <RefreshCw aria-hidden />
        </IconButton>
        <IconButton
          className={styles.deposit}
          variant="primary"
          aria-label={t('top.deposit')}
          onClick={() => root.openDeposit()}
          {...preloadOn('cashier')}
        >
          <Plus aria-hidden />
        </IconButton>
      </div>
      <button
        type="button"
        className={styles.account}
        aria-label={t('top.openAccount')}
        aria-haspopup="dialog"
        aria-describedby="unread-messages"
        onClick={() => root.overlays.open('accountMenu')}
        {...preloadOn('accountMenu')}
      >
        {avatar !== undefined ? (
          <Avatar index={avatar} />
        ) : (
          <Skeleton width="0.36rem" height="0.36rem" radius="full" />
        )}
      </button>
    </>
  )
})

/** From R$ 1,000,000 on the bar shows R$ 1,2M+: the whole amount would push the buttons out of it. */
function balanceText(cash: Cents, language: Language): string {
  const amount = cash / 100
  if (amount < 1_000_000) return formatMoney(cash, language)
  return formatMoney(0 as Cents, language).replace(/[\d.,]+/, formatShort(amount, language))
}

/** Counts to its new value and is announced once at the end. */
const Balance = observer(function Balance() {
  const { t } = useTranslation()
  const { session, wallet } = useStores()
  return (
    <span
      role="status"
      aria-live="polite"
      aria-label={t('top.balance')}
      className={styles.balance}
      data-balance
    >
      {session.player || session.hasFailed ? (
        <>
          <BalanceAmount amount={wallet.cash} duration={2} textOf={balanceText} />
          <BalanceToggle />
        </>
      ) : (
        <Skeleton width="0.84rem" height="0.18rem" />
      )}
    </span>
  )
})
