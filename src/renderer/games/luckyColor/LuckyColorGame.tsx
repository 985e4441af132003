import { observer } from 'mobx-react-lite'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import type { LuckyColorPick } from '#contract/games/luckyColor.ts'
import { useOwnStore, useStores } from '../../stores/useStores.ts'
import { betText } from '../shared/panelAction.ts'
import { GameFrame } from '../shared/GameFrame.tsx'
import { GameToolbar } from '../shared/GameToolbar.tsx'
import { HistoryStrip } from '../shared/HistoryStrip.tsx'
import { InstantPanel } from '../shared/InstantPanel.tsx'
import { InstantResult } from '../shared/InstantResult.tsx'
import { BallStage } from './BallStage.tsx'
import { LuckyColorStore } from './LuckyColorStore.ts'
import { PickBoard } from './PickBoard.tsx'
import { usePayRows } from './usePayRows.ts'

/** Lucky colour: one ball, stakes on its colours, size and number. */
export const LuckyColorGame = observer(function LuckyColorGame() {
  const { t } = useTranslation()
  const { session } = useStores()
  const game = useOwnStore((root) => new LuckyColorStore(root))
  const { isLoggedIn, endedSessions } = session
  useEffect(() => game.start(), [game, isLoggedIn, endedSessions])
  const payRows = usePayRows()
  const { play } = game
  return (
    <GameFrame game="luckyColor" title={t('games.names.luckyColor')} panel={<Panel game={game} />}>
      <HistoryStrip
        history={play.history}
        gameCode="luckyColor"
        label={(round) => String(Number(round.outcome['digit']))}
      />
      <BallStage game={game} />
      <InstantResult play={play} shown={() => game.ball && String(game.ball.digit)} />
      <PickBoard game={game} />
      <GameToolbar gameCode="luckyColor" rtp={game.rtp} payRows={() => payRows} settings={play.settings} />
    </GameFrame>
  )
})

type Digit = Extract<LuckyColorPick, `${number}`>

function isDigit(pick: LuckyColorPick): pick is Digit {
  return /^\d$/.test(pick)
}

const Panel = observer(function Panel({ game }: { game: LuckyColorStore }) {
  const { t } = useTranslation()
  const { language } = useStores()
  const bets = () => {
    const names = game.stakes.map(({ pick }) =>
      isDigit(pick) ? pick : t(`originals.luckyColor.picks.${pick}`),
    )
    if (names.length === 0) return t('originals.luckyColor.choosePick')
    return betText(game.total, language.selected, names.join(', '))
  }
  return (
    <InstantPanel
      play={game.play}
      repeat={(bet) => game.repeat(bet)}
      isInvalid={game.isInvalid}
      bets={bets}
    />
  )
})
