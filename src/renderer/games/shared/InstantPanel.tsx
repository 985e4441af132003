import { observer } from 'mobx-react-lite'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useRoundStatus } from '../../features/bet/useRoundStatus.ts'
import { BetPanel, type BetPanelProps } from './BetPanel.tsx'
import type { LastBet } from './GameHistory.ts'
import type { InstantPlay } from './InstantPlay.ts'
import { autoAction, type PanelAction } from './panelAction.ts'
import { useAutoStop } from './useAutoStop.ts'

/** The panel of a game whose round is decided by one call; `children` are the game's own choices. */
export const InstantPanel = observer(function InstantPanel({
  play,
  isInvalid = false,
  topMultiplier,
  bets,
  repeat,
  onPick,
  children,
}: Pick<BetPanelProps, 'topMultiplier' | 'onPick'> & {
  play: InstantPlay
  /** True while the game's choices do not make a valid bet. */
  isInvalid?: boolean
  /** What one press bets, or what is missing; see PanelAction. A function, so that what it observes renders only the button. */
  bets: () => string | undefined
  /** Bets again what this round was on. */
  repeat: (bet: LastBet) => void
  children?: ReactNode
}) {
  const { t } = useTranslation()
  useRoundStatus(play.isLocked)
  useAutoStop(play.auto)
  const action = (): PanelAction =>
    play.mode === 'manual'
      ? {
          label: t('games.bet'),
          detail: bets(),
          disabled: isInvalid || play.settings.error !== null,
          busy: play.isPlaying,
          onPress: () => play.play(),
        }
      : autoAction(play.auto, t, {
          detail: bets(),
          disabled: isInvalid || !play.auto.canStart,
          onStart: () => play.startAuto(),
        })
  return (
    <BetPanel
      mode={play.mode}
      onMode={(mode) => play.setMode(mode)}
      settings={play.settings}
      auto={play.auto}
      repeat={
        play.mode === 'manual'
          ? { history: play.history, disabled: play.isPlaying, onRepeat: repeat }
          : undefined
      }
      isLocked={!play.auto.isRunning && play.isPlaying}
      action={action}
      topMultiplier={topMultiplier}
      onPick={play.isLocked ? undefined : onPick}
    >
      {children}
    </BetPanel>
  )
})
