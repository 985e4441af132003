import { observer } from 'mobx-react-lite'
import { useTranslation } from 'react-i18next'
import { formatMoney } from '../../i18n/format.ts'
import type { Cents, WalletName } from '#contract/money.ts'
import { useStores } from '../../stores/useStores.ts'
import styles from './WalletChoice.module.css'

interface WalletChoiceProps {
  wallet: WalletName
  /** The balance of that wallet. */
  available: Cents
  disabled: boolean
  onSwap: () => void
}

/** Shows which wallet is staked, cash or bonus, and switches it. Only for players with a bonus balance. */
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
