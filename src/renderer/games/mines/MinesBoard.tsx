import { observer } from 'mobx-react-lite'
import type { TFunction } from 'i18next'
import { memo, useRef, type KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { MINES_TILES } from '#contract/games/mines.ts'
import type { MinesStore, TileState } from './MinesStore.ts'
import styles from './MinesBoard.module.css'

const columns = 5
const steps: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -columns, ArrowDown: columns }

/** 25 tiles; arrows move between them. A tile's name goes on with its state once it is known. */
export const MinesBoard = observer(function MinesBoard({ game }: { game: MinesStore }) {
  const { t } = useTranslation()
  const board = useRef<HTMLDivElement>(null)
  const move = (event: KeyboardEvent) => {
    const step = steps[event.key]
    const tiles = [...(board.current?.querySelectorAll('button') ?? [])]
    const index = tiles.indexOf(event.target as HTMLButtonElement)
    if (step === undefined || index === -1) return
    event.preventDefault()
    tiles[index + step]?.focus()
  }
  return (
    <div
      ref={board}
      className={styles.board}
      role="group"
      aria-label={t('games.mines.board')}
      onKeyDown={move}
    >
      {Array.from({ length: MINES_TILES }, (_, index) => {
        const state = game.tile(index)
        return (
          <Tile
            key={index}
            game={game}
            index={index}
            state={state}
            isDisabled={game.mode === 'manual' && !(game.isOpen && state === 'closed')}
            isPressed={game.mode === 'auto' ? state === 'chosen' : undefined}
            t={t}
          />
        )
      })}
    </div>
  )
})

const stateNames = {
  gem: 'games.mines.gem',
  mine: 'games.mines.mine',
  hiddenGem: 'games.mines.gem',
  hiddenMine: 'games.mines.mine',
  chosen: 'games.mines.chosen',
  closed: null,
  opening: null,
} as const satisfies Record<TileState, string | null>

/**
 * Drawn again only when it changes itself: a tap changes one of the 25, a round of automatic play a few. What it hides
 * is drawn by the style sheet from its state: as elements, a board full of drawings is too much for one frame.
 */
const Tile = memo(function Tile(props: {
  game: MinesStore
  index: number
  state: TileState
  isDisabled: boolean
  isPressed: boolean | undefined
  /** Of the board: one subscription to the language instead of 25. */
  t: TFunction
}) {
  const { game, index, state, t } = props
  const name = t('games.mines.tile', { number: index + 1 })
  const stateName = stateNames[state]
  return (
    <button
      type="button"
      className={styles.tile}
      data-state={state}
      aria-label={stateName ? `${name}, ${t(stateName)}` : name}
      aria-disabled={props.isDisabled}
      aria-pressed={props.isPressed}
      onClick={() => game.tap(index)}
    />
  )
})
