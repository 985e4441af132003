import { observer } from 'mobx-react-lite'
import { useTranslation } from 'react-i18next'
import { formatMoney } from '../../i18n/format.ts'
import type { Cents } from '#contract/money.ts'
import { useStores } from '../../stores/useStores.ts'
import styles from './WalletChoice.module.css'

interface WalletChoiceProps {
  wallet: 'cash' | 'bonus'
  /** What is in it. */
  available: Cents
  disabled: boolean
  onSwap: () => void
}

/** Which wallet is staked, real money or bonus; one press changes it. Only there for players with a bonus. */
export const WalletChoice = observer(function WalletChoice(props: WalletChoiceProps) {
  const { wallet, available, disabled, onSwap } = props
  const { t } = useTranslation()
  const { language } = useStores()
  const name = t(wallet === 'cash' ? 'games.cash' : 'games.bonus')
  const amount = formatMoney(available, language.selected)
  return (
    <button
      type="button"
      className={styles.wallet}
      data-wallet={wallet}
      disabled={disabled}
      aria-label={`${t('games.wallet')}: ${name} ${amount}`}
      onClick={onSwap}
    >
      <span>
        <small>{name}</small>
        <b>{amount}</b>
      </span>
    </button>
  )
})
