import { observer } from 'mobx-react-lite'
import { memo, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { MINES_TILES, minesMaxGems, minesMultiplier, minesRtp } from '#contract/games/mines.ts'
import { toNumber } from '#contract/rational.ts'
import { formatMultiplier } from '../../i18n/format.ts'
import { useOwnStore, useStores } from '../../stores/useStores.ts'
import { NumberStepper } from '../../ui/NumberStepper.tsx'
import { formatExactMultiplier } from '../shared/formatExactMultiplier.ts'
import { GameFrame } from '../shared/GameFrame.tsx'
import { GameToolbar } from '../shared/GameToolbar.tsx'
import { HistoryStrip } from '../shared/HistoryStrip.tsx'
import { RevealPanel } from '../shared/RevealPanel.tsx'
import { RevealResult } from '../shared/RevealResult.tsx'
import { MinesBoard } from './MinesBoard.tsx'
import { MinesStore } from './MinesStore.ts'
import styles from './MinesGame.module.css'

/** Numbers of mines that one press chooses. */
const minePresets = [3, 5, 10, 24]

/** Mines: 25 tiles; gems raise the multiplier, a mine ends the round. */
export const MinesGame = observer(function MinesGame() {
  const { t } = useTranslation()
  const { session, realtime, language } = useStores()
  const game = useOwnStore((root) => new MinesStore(root))
  const { isLoggedIn } = session
  const { reconnects } = realtime
  useEffect(() => game.start(), [game, isLoggedIn, reconnects])
  return (
    <GameFrame game="mines" title={t('games.mines.title')} panel={<Panel game={game} />}>
      <Multipliers game={game} />
      <MinesBoard game={game} />
      <RevealResult
        game={game}
        ready={t('games.mines.ready', { count: minesMaxGems(game.mineCount) })}
        lost={() => t('games.mines.lost')}
        worth={(amount) => t('games.mines.worth', { amount })}
      />
      <div className={styles.below}>
        <GameToolbar
          gameCode="mines"
          rtp={toNumber(minesRtp(game.mineCount, 1))}
          payRows={() =>
            game.payTable.map(({ gems, multiplier }) => {
              const rtp = toNumber(minesRtp(game.mineCount, gems))
              return {
                name: t('games.mines.nth', { number: gems }),
                chance: rtp / multiplier,
                pays: formatExactMultiplier(multiplier, language.selected),
                rtp,
              }
            })
          }
          settings={game.settings}
        />
        <HistoryStrip history={game.history} gameCode="mines" />
      </div>
    </GameFrame>
  )
})

const Panel = observer(function Panel({ game }: { game: MinesStore }) {
  const { t } = useTranslation()
  const { language } = useStores()
  return (
    <RevealPanel
      game={game}
      pickLabel={t('games.mines.pick')}
      chooseHint={t('games.mines.chooseTiles')}
      choice={`${t('games.mines.mines')}: ${game.mineCount}`}
      topMultiplier={minesMultiplier(game.mineCount, minesMaxGems(game.mineCount))}
    >
      <NumberStepper
        label={t('games.mines.mines')}
        value={game.mineCount}
        language={language.selected}
        min={1}
        max={MINES_TILES - 1}
        disabled={game.isLocked || game.auto.isRunningDeferred}
        decreaseLabel={t('games.decrease')}
        increaseLabel={t('games.increase')}
        presets={minePresets}
        onChange={(count) => game.setMineCount(count)}
      />
    </RevealPanel>
  )
})

/** The multiplier of each further gem; the one reached and the next one are marked and in view. */
const Multipliers = observer(function Multipliers({ game }: { game: MinesStore }) {
  const { t } = useTranslation()
  const { language } = useStores()
  const strip = useRef<HTMLOListElement>(null)
  const { progress: gems } = game
  const reached = game.round?.status === 'lost' ? 0 : gems
  const next = game.round && !game.isOpen ? 0 : gems + 1
  const inView = Math.max(0, gems - 1)
  useEffect(() => {
    const list = strip.current
    const now = list?.children[inView]
    if (!list || !(now instanceof HTMLElement)) return
    // At once, and again where the window is turned or the texts get another size.
    const sizes = new ResizeObserver(() => (list.scrollLeft = now.offsetLeft - list.clientWidth / 3))
    sizes.observe(list)
    sizes.observe(now)
    return () => sizes.disconnect()
  }, [inView])
  return (
    <ol ref={strip} className={styles.multipliers} aria-label={t('games.payTable')} tabIndex={0}>
      {game.payTable.map((row) => (
        <Step
          key={row.gems}
          name={t('games.mines.nth', { number: row.gems })}
          multiplier={formatMultiplier(row.multiplier, language.selected)}
          mark={row.gems === reached ? 'reached' : row.gems === next ? 'next' : undefined}
        />
      ))}
    </ol>
  )
})

const Step = memo(function Step(props: {
  name: string
  multiplier: string
  mark: 'reached' | 'next' | undefined
}) {
  return (
    <li data-mark={props.mark} aria-current={props.mark === 'reached' ? 'step' : undefined}>
      <span>{props.name}</span>
      <b>{props.multiplier}</b>
    </li>
  )
})
