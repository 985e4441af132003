import { observer } from 'mobx-react-lite'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { BetPanel } from './BetPanel.tsx'
import type { InstantPlay } from './InstantPlay.ts'

/** The panel of a game that is decided at once; `children` are the game's own choices. */
export const InstantPanel = observer(function InstantPanel({
  play,
  isInvalid = false,
  children,
}: {
  play: InstantPlay
  /** The game's choices do not make a bet yet. */
  isInvalid?: boolean
  children?: ReactNode
}) {
  const { t } = useTranslation()
  const isDisabled = isInvalid || play.settings.error !== null
  const action =
    play.mode === 'manual'
      ? { label: t('games.bet'), disabled: isDisabled, busy: play.isPlaying, onPress: () => play.play() }
      : play.auto.isRunning
        ? { label: t('games.stop'), variant: 'danger' as const, onPress: () => play.auto.stop() }
        : { label: t('games.start'), disabled: isDisabled, onPress: () => play.startAuto() }
  return (
    <BetPanel
      mode={play.mode}
      onMode={(mode) => play.setMode(mode)}
      settings={play.settings}
      auto={play.auto}
      isLocked={play.isPlaying && !play.auto.isRunning}
      action={action}
    >
      {children}
    </BetPanel>
  )
})
