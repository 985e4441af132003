import { observer } from 'mobx-react-lite'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import {
  ROW_DOUBLE_ROWS,
  rowDoubleModes,
  rowDoubleMultiplier,
  rowDoubleRtp,
  type RowDoubleMode,
} from '#contract/games/rowDouble.ts'
import { toNumber } from '#contract/rational.ts'
import { useOwnStore, useStores } from '../../stores/useStores.ts'
import { RadioCards } from '../../ui/RadioCards.tsx'
import { formatExactMultiplier } from '../shared/formatExactMultiplier.ts'
import { GameFrame } from '../shared/GameFrame.tsx'
import { GameToolbar } from '../shared/GameToolbar.tsx'
import { HistoryStrip } from '../shared/HistoryStrip.tsx'
import { RevealPanel } from '../shared/RevealPanel.tsx'
import { RevealResult } from '../shared/RevealResult.tsx'
import { RowDoubleStore } from './RowDoubleStore.ts'
import { Tower } from './Tower.tsx'

const modes = Object.keys(rowDoubleModes) as RowDoubleMode[]

/** Row double: a tower of nine rows, one tile per row, cash-out after any row. */
export const RowDoubleGame = observer(function RowDoubleGame() {
  const { t } = useTranslation()
  const { session, realtime, language } = useStores()
  const game = useOwnStore((root) => new RowDoubleStore(root))
  const { isLoggedIn } = session
  const { reconnects } = realtime
  useEffect(() => game.start(), [game, isLoggedIn, reconnects])
  return (
    <GameFrame game="rowDouble" title={t('games.names.rowDouble')} panel={<Panel game={game} />}>
      <HistoryStrip history={game.history} gameCode="rowDouble" />
      <Tower game={game} />
      <RevealResult
        game={game}
        ready={t('originals.rowDouble.ready')}
        lost={() => t('originals.rowDouble.fell', { row: game.progress + 1 })}
        worth={(amount) => t('originals.rowDouble.worth', { amount })}
      />
      <GameToolbar
        gameCode="rowDouble"
        rtp={toNumber(rowDoubleRtp(game.difficulty, 1))}
        payRows={() =>
          game.payTable.map((multiplier, index) => {
            const rtp = toNumber(rowDoubleRtp(game.difficulty, index + 1))
            return {
              name: t('originals.rowDouble.row', { number: index + 1 }),
              chance: rtp / multiplier,
              pays: formatExactMultiplier(multiplier, language.selected),
              rtp,
            }
          })
        }
        settings={game.settings}
      />
    </GameFrame>
  )
})

const Panel = observer(function Panel({ game }: { game: RowDoubleStore }) {
  const { t } = useTranslation()
  return (
    <RevealPanel
      game={game}
      pickLabel={t('originals.rowDouble.pick')}
      chooseHint={t('originals.rowDouble.chooseTiles')}
      choice={t(`games.rowModes.${game.difficulty}`)}
      topMultiplier={rowDoubleMultiplier(game.difficulty, ROW_DOUBLE_ROWS)}
    >
      <RadioCards
        aria-label={t('originals.rowDouble.mode')}
        size="compact"
        columns={3}
        value={game.difficulty}
        disabled={game.isLocked || game.auto.isRunningDeferred}
        onChange={(mode) => game.setDifficulty(mode)}
        options={modes.map((mode) => ({ value: mode, title: t(`games.rowModes.${mode}`) }))}
      />
    </RevealPanel>
  )
})
