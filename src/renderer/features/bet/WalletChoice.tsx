import { observer } from 'mobx-react-lite'
import { useTranslation } from 'react-i18next'
import { formatMoney } from '../../i18n/format.ts'
import { hiddenMoney } from '../balance/BalanceAmount.tsx'
import { BalancePrivacy } from '../balance/BalancePrivacy.ts'
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
  const root = useStores()
  const language = root.language.selected
  const { isHidden } = root.feature(BalancePrivacy)
  const name = t(wallet === 'cash' ? 'games.cash' : 'games.bonus')
  const amount = isHidden ? hiddenMoney(language) : formatMoney(available, language)
  const spoken = isHidden ? t('top.balanceHidden') : amount
  return (
    <button
      type="button"
      className={styles.wallet}
      data-wallet={wallet}
      disabled={disabled}
      aria-label={`${t('games.wallet')}: ${name} ${spoken}`}
      onClick={onSwap}
    >
      <span>
        <small>{name}</small>
        <b>{amount}</b>
      </span>
    </button>
  )
})
