import { observer } from 'mobx-react-lite'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useOwnStore, useStores } from '../../stores/useStores.ts'
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
  const { isLoggedIn } = session
  useEffect(() => game.play.start(), [game, isLoggedIn])
  const payRows = usePayRows()
  const { play } = game
  return (
    <GameFrame
      title={t('games.names.luckyColor')}
      panel={<InstantPanel play={play} isInvalid={game.isInvalid} />}
    >
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
