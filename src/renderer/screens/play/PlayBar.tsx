import ChevronLeft from 'lucide-react/icons/chevron-left'
import Plus from 'lucide-react/icons/plus'
import { observer } from 'mobx-react-lite'
import { useTranslation } from 'react-i18next'
import { BalanceAmount } from '../../features/balance/BalanceAmount.tsx'
import { BalanceToggle } from '../../features/balance/BalanceToggle.tsx'
import { ChatButton } from '../../features/chat/ChatButton.tsx'
import { useStores } from '../../stores/useStores.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import styles from './PlayBar.module.css'

/**
 * Back button, name of the game, balance and deposit, above the frame: the game itself never handles money.
 */
export const PlayBar = observer(function PlayBar({ title }: { title: string }) {
  const { t } = useTranslation()
  const root = useStores()
  const { session, wallet } = root
  return (
    <header className={styles.bar}>
      <IconButton aria-label={t('actions.back')} onClick={() => root.navigation.back()}>
        <ChevronLeft aria-hidden />
      </IconButton>
      <h1 className={styles.title}>{title}</h1>
      <div className={styles.chat}>
        <ChatButton />
      </div>
      {session.isLoggedIn && (
        <div className={styles.wallet}>
          <span role="status" aria-label={t('top.balance')} className={styles.balance}>
            <BalanceAmount amount={wallet.cash} duration={2} />
            <BalanceToggle />
          </span>
          <IconButton variant="primary" aria-label={t('top.deposit')} onClick={() => root.openDeposit()}>
            <Plus aria-hidden />
          </IconButton>
        </div>
      )}
    </header>
  )
})
