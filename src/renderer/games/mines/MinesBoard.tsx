import { observer } from 'mobx-react-lite'
import { useCallback, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { MINES_TILES, minesMaxGems } from '#contract/games/mines.ts'
import { formatNumber } from '../../i18n/format.ts'
import { useStores } from '../../stores/useStores.ts'
import { moveBetweenTiles, RevealTile } from '../shared/RevealTile.tsx'
import { MINES_COLUMNS, type MinesStore, type TileState } from './MinesStore.ts'
import styles from './MinesBoard.module.css'

const steps = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -MINES_COLUMNS, ArrowDown: MINES_COLUMNS }

/** The 25 tiles; arrow keys move between them. */
export const MinesBoard = observer(function MinesBoard({ game }: { game: MinesStore }) {
  const { t } = useTranslation()
  const names = useMemo(
    () => Array.from({ length: MINES_TILES }, (_, index) => t('games.mines.tile', { number: index + 1 })),
    [t],
  )
  const stateNames = useMemo((): Partial<Record<TileState, string>> => {
    const [gem, mine] = [t('games.mines.gem'), t('games.mines.mine')]
    return { gem, hiddenGem: gem, mine, hiddenMine: mine, chosen: t('games.mines.chosen') }
  }, [t])
  return (
    <div className={styles.space} data-lit>
      <div
        className={styles.board}
        data-status={game.round?.status}
        data-won-at={game.round?.opened.at(-1)}
        role="group"
        aria-label={t('games.mines.board')}
        onKeyDown={(event) => moveBetweenTiles(event, steps)}
      >
        {Array.from({ length: MINES_TILES / MINES_COLUMNS }, (_, row) => (
          <Row key={row} game={game} first={row * MINES_COLUMNS} names={names} stateNames={stateNames} />
        ))}
      </div>
      <Counts game={game} />
    </div>
  )
})

/** What the tiles hide, in the room beside the board that only a desktop has: the gems left, and the mines. */
const Counts = observer(function Counts({ game }: { game: MinesStore }) {
  const { selected } = useStores().language
  const gems = minesMaxGems(game.mineCount) - game.progress
  return (
    <>
      <p className={styles.count} data-of="gems" aria-hidden="true">
        {formatNumber(gems, selected)}
      </p>
      <p className={styles.count} data-of="mines" aria-hidden="true">
        {formatNumber(game.mineCount, selected)}
      </p>
    </>
  )
})

/** A component per row, because the rows of an ended round turn one after the other. */
const Row = observer(function Row(props: {
  game: MinesStore
  /** Number of the row's first tile. */
  first: number
  /** Accessible names of all tiles. */
  names: readonly string[]
  stateNames: Partial<Record<TileState, string>>
}) {
  const { game, first, names, stateNames } = props
  const tap = useCallback((index: number) => game.tap(index), [game])
  return Array.from({ length: MINES_COLUMNS }, (_, column) => {
    const index = first + column
    const state = game.tile(index)
    return (
      <RevealTile
        key={index}
        className={styles.tile}
        at={index}
        name={names[index] ?? ''}
        state={state}
        stateName={stateNames[state]}
        isDisabled={game.mode === 'manual' && !(game.isOpen && state === 'closed')}
        isPressed={game.mode === 'auto' ? state === 'chosen' : undefined}
        onTap={tap}
      />
    )
  })
})
