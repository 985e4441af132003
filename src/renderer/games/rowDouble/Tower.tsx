import { observer } from 'mobx-react-lite'
import type { TFunction } from 'i18next'
import { memo, useEffect, useRef, type KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { ROW_DOUBLE_ROWS } from '#contract/games/rowDouble.ts'
import { formatMultiplier } from '../../i18n/format.ts'
import { useStores } from '../../stores/useStores.ts'
import type { RowDoubleStore, TileState } from './RowDoubleStore.ts'
import styles from './Tower.module.css'

/**
 * Nine rows, the first at the bottom (in the document too: it is the first to be played). Arrows move between
 * tiles; a tile's name goes on with its state once it is known. The row to play stays in view.
 */
export const Tower = observer(function Tower({ game }: { game: RowDoubleStore }) {
  const { t } = useTranslation()
  const { language } = useStores()
  const tower = useRef<HTMLDivElement>(null)
  useActiveRowInView(tower, Math.min(game.activeRow, ROW_DOUBLE_ROWS - 1))
  const move = (event: KeyboardEvent) => {
    const steps: Record<string, number> = {
      ArrowLeft: -1,
      ArrowRight: 1,
      ArrowUp: game.tiles,
      ArrowDown: -game.tiles,
    }
    const step = steps[event.key]
    const tiles = [...(tower.current?.querySelectorAll('button') ?? [])]
    const index = tiles.indexOf(event.target as HTMLButtonElement)
    if (step === undefined || index === -1) return
    event.preventDefault()
    tiles[index + step]?.focus()
  }
  return (
    <div
      ref={tower}
      className={styles.tower}
      role="group"
      aria-label={t('originals.rowDouble.tower')}
      onKeyDown={move}
    >
      {game.payTable.map((multiplier, row) => (
        <div
          key={row}
          className={styles.row}
          data-active={(game.isOpen || game.mode === 'auto') && row === game.activeRow}
          data-passed={row < game.progress}
        >
          {Array.from({ length: game.tiles }, (_, tile) => {
            const state = game.tile(row, tile)
            return (
              <Tile
                key={tile}
                game={game}
                row={row}
                tile={tile}
                state={state}
                isDisabled={!game.canTap(row, tile)}
                isPressed={game.mode === 'auto' ? state === 'chosen' : undefined}
                t={t}
              />
            )
          })}
          <span className={styles.multiplier}>{formatMultiplier(multiplier, language.selected)}</span>
        </div>
      ))}
    </div>
  )
})

const stateNames = {
  safe: 'originals.rowDouble.safe',
  hiddenSafe: 'originals.rowDouble.safe',
  trap: 'originals.rowDouble.trap',
  hiddenTrap: 'originals.rowDouble.trap',
  chosen: 'originals.rowDouble.chosen',
  closed: null,
  next: null,
  opening: null,
} as const satisfies Record<TileState, string | null>

/**
 * Drawn again only when it changes itself: a tap changes two rows of the nine. What it hides is drawn by the style
 * sheet from its state: as elements, a tower full of drawings is too much for one frame.
 */
const Tile = memo(function Tile(props: {
  game: RowDoubleStore
  row: number
  tile: number
  state: TileState
  isDisabled: boolean
  isPressed: boolean | undefined
  /** Of the tower: one subscription to the language instead of one a tile. */
  t: TFunction
}) {
  const { game, row, tile, state, t } = props
  const name = t('originals.rowDouble.tile', { row: row + 1, number: tile + 1 })
  const stateName = stateNames[state]
  return (
    <button
      type="button"
      className={styles.tile}
      data-state={state}
      aria-label={stateName ? `${name}, ${t(stateName)}` : name}
      aria-disabled={props.isDisabled}
      aria-pressed={props.isPressed}
      onClick={() => game.tap(row, tile)}
    />
  )
})

function useActiveRowInView(tower: { current: HTMLDivElement | null }, row: number): void {
  useEffect(() => {
    const box = tower.current
    const active = box?.children[row] as HTMLElement | undefined
    if (!box || !active) return
    // Only the tower scrolls, never the page under the player's thumb.
    const offset = active.getBoundingClientRect().top - box.getBoundingClientRect().top
    box.scrollTop += offset - box.clientHeight * 0.55
  }, [tower, row])
}
