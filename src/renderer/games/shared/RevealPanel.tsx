import type { TFunction } from 'i18next'
import { observer } from 'mobx-react-lite'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Language } from '#contract/languages.ts'
import { subtract } from '#contract/money.ts'
import { useRoundStatus } from '../../features/bet/useRoundStatus.ts'
import { formatMoney } from '../../i18n/format.ts'
import { useStores } from '../../stores/useStores.ts'
import { Button } from '../../ui/Button.tsx'
import { BetPanel, type BetPanelProps } from './BetPanel.tsx'
import { autoAction, betText, type PanelAction } from './panelAction.ts'
import type { RevealRound, RevealStore } from './RevealStore.ts'
import styles from './RevealPanel.module.css'
import { useAutoStop } from './useAutoStop.ts'

type Game = RevealStore<RevealRound> & { pick: () => void }

/** The panel of a game that is revealed tap by tap; `children` are the game's own choices. */
export const RevealPanel = observer(function RevealPanel({
  game,
  pickLabel,
  chooseHint,
  topMultiplier,
  choice,
  children,
}: Pick<BetPanelProps, 'topMultiplier'> & {
  game: Game
  /** Picks the next tile at random. */
  pickLabel: string
  /** Tells what automatic play needs before it can start. */
  chooseHint: string
  /** The game's own choice, named in the bet button. */
  choice: string
  children: ReactNode
}) {
  const { t } = useTranslation()
  const { language } = useStores()
  useRoundStatus(game.isLocked || game.isCashingOut || game.auto.isRunning)
  useAutoStop(game.auto)
  return (
    <BetPanel
      mode={game.mode}
      onMode={(mode) => game.setMode(mode)}
      settings={game.settings}
      auto={game.auto}
      repeat={
        game.mode === 'manual' && !game.isOpen
          ? { history: game.history, disabled: game.isBetting, onRepeat: (bet) => game.repeat(bet) }
          : undefined
      }
      isLocked={game.isLocked}
      action={() => actionOf(game, t, language.selected, choice)}
      topMultiplier={topMultiplier}
      onPick={() => game.pick()}
      secondaryAction={
        game.mode === 'manual' &&
        game.isOpen && (
          <Button size="l" className={styles.pick} onClick={() => game.pick()}>
            {pickLabel}
          </Button>
        )
      }
      autoHint={
        game.chosen.length === 0 && !game.auto.isRunning && <p className={styles.hint}>{chooseHint}</p>
      }
    >
      {children}
    </BetPanel>
  )
})

function actionOf(game: Game, t: TFunction, language: Language, choice: string): PanelAction {
  const bets = betText(game.settings.stake, language, choice)
  if (game.mode === 'auto') {
    const detail = game.chosen.length === 0 ? t('games.chooseFirst') : bets
    return autoAction(game.auto, t, { detail, disabled: !game.canStart, onStart: () => game.startAuto() })
  }
  if (game.isOpen && game.round) {
    const { payout, stake } = game.round
    const isWorth = game.progress > 0
    return {
      label: isWorth ? `${t('games.cashOut')} ${formatMoney(payout, language)}` : t('games.cashOut'),
      detail: isWorth ? `+${formatMoney(subtract(payout, stake), language)}` : undefined,
      disabled: !isWorth,
      busy: game.isCashingOut,
      onPress: () => void game.cashOut(),
    }
  }
  return {
    label: t('games.bet'),
    detail: bets,
    disabled: game.settings.error !== null,
    busy: game.isBetting,
    ignoresEarlyPress: true,
    onPress: () => game.bet(),
  }
}
