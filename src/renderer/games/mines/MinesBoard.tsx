import { observer } from 'mobx-react-lite'
import { useRef, type KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { MINES_TILES } from '#contract/games/mines.ts'
import type { MinesStore, TileState } from './MinesStore.ts'
import { GemIcon, MineIcon } from './icons.tsx'
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
  const names: Partial<Record<TileState, string>> = {
    gem: t('games.mines.gem'),
    mine: t('games.mines.mine'),
    hiddenGem: t('games.mines.gem'),
    hiddenMine: t('games.mines.mine'),
    chosen: t('games.mines.chosen'),
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
        const name = t('games.mines.tile', { number: index + 1 })
        return (
          <button
            key={index}
            type="button"
            className={styles.tile}
            data-state={state}
            aria-label={names[state] ? `${name}, ${names[state]}` : name}
            aria-disabled={game.mode === 'manual' && !(game.isOpen && state === 'closed')}
            aria-pressed={game.mode === 'auto' ? state === 'chosen' : undefined}
            onClick={() => game.tap(index)}
          >
            {(state === 'gem' || state === 'hiddenGem') && <GemIcon />}
            {(state === 'mine' || state === 'hiddenMine') && <MineIcon />}
          </button>
        )
      })}
    </div>
  )
})
