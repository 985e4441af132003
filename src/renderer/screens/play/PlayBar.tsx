import ChevronLeft from 'lucide-react/icons/chevron-left'
import Plus from 'lucide-react/icons/plus'
import { observer } from 'mobx-react-lite'
import { useTranslation } from 'react-i18next'
import type { Cents } from '#contract/money.ts'
import { formatMoney } from '../../i18n/format.ts'
import { useStores } from '../../stores/useStores.ts'
import { CountUp } from '../../ui/CountUp.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import styles from './PlayBar.module.css'

/**
 * Back button, name of the game, balance and deposit, above the frame: the game itself never handles money.
 */
export const PlayBar = observer(function PlayBar({ title }: { title: string }) {
  const { t } = useTranslation()
  const root = useStores()
  const { session, wallet, language } = root
  // Read here: what the formatter reads is not observed.
  const spoken = language.selected
  return (
    <header className={styles.bar}>
      <IconButton aria-label={t('actions.back')} onClick={() => root.navigation.back()}>
        <ChevronLeft aria-hidden />
      </IconButton>
      <h1 className={styles.title}>{title}</h1>
      {session.isLoggedIn && (
        <div className={styles.wallet}>
          <span role="status" aria-label={t('top.balance')} className={styles.balance}>
            <CountUp
              value={wallet.cash}
              formatter={(value) => formatMoney(Math.round(value) as Cents, spoken)}
            />
          </span>
          <IconButton variant="primary" aria-label={t('top.deposit')} onClick={() => root.openDeposit()}>
            <Plus aria-hidden />
          </IconButton>
        </div>
      )}
    </header>
  )
})
