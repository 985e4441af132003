import { observer } from 'mobx-react-lite'
import { ZERO } from '#contract/money.ts'
import { Icon } from './Icon.tsx'
import { useView } from './useView.ts'

/** Shows the wallet that pays the stakes, and switches to the other one. */
export const WalletButton = observer(function WalletButton() {
  const view = useView()
  const { game, texts } = view
  const { wallet } = game
  const isCash = wallet.chosen === 'cash'
  const name = isCash ? texts.cash : texts.bonus
  const shown = game.state === 'loading' ? '–' : view.money(wallet.available)
  const amount = wallet.isHidden ? view.money(ZERO).replace(/[\d.,]+/, '••••') : shown
  const spoken = wallet.isHidden ? texts.balanceHidden : amount
  return (
    <button
      type="button"
      className="wallet"
      aria-label={`${texts.wallet}: ${name}, ${spoken}`}
      data-wallet={wallet.chosen}
      disabled={game.isLocked}
      onClick={() => wallet.choose(isCash ? 'bonus' : 'cash')}
    >
      <span>
        <small>{name}</small>
        <b translate="no">{amount}</b>
      </span>
      <Icon name="swap" />
    </button>
  )
})
