import RotateCcw from 'lucide-react/icons/rotate-ccw'
import { observer } from 'mobx-react-lite'
import { useTranslation } from 'react-i18next'
import { formatMoney } from '../../i18n/format.ts'
import { useStores } from '../../stores/useStores.ts'
import { Button } from '../../ui/Button.tsx'
import { classes } from '../../ui/classes.ts'
import panel from './BetPanel.module.css'
import type { GameHistory, LastBet } from './GameHistory.ts'

export interface RepeatProps {
  history: GameHistory
  disabled?: boolean
  onRepeat: (bet: LastBet) => void
}

/** Bets the player's last stake and choices again, also those of an earlier visit. It says how much that is. */
export const RepeatButton = observer(function RepeatButton({ history, disabled, onRepeat }: RepeatProps) {
  const { t } = useTranslation()
  const { language, wallet } = useStores()
  const bet = history.lastBet
  if (!bet) return null
  // One press must not bet real money where the last bet was of the bonus.
  const isBonusShort = bet.wallet === 'bonus' && wallet.bonus < bet.stake
  const amount = formatMoney(bet.stake, language.selected)
  return (
    <Button
      size="l"
      // Where it appears another button may just have been: presses meant for that one are ignored.
      className={classes(panel.repeat, panel.justShown)}
      aria-label={t('games.repeat', { amount })}
      disabled={disabled || isBonusShort}
      onClick={() => onRepeat(bet)}
    >
      <span className={panel.repeated}>
        <RotateCcw aria-hidden />
        <span aria-hidden>{amount}</span>
      </span>
    </Button>
  )
})
