import { observer } from 'mobx-react-lite'
import { useCallback, useEffect, useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { ROW_DOUBLE_ROWS } from '#contract/games/rowDouble.ts'
import { useStores } from '../../stores/useStores.ts'
import { formatStep } from '../shared/formatStep.ts'
import { moveBetweenTiles, RevealTile } from '../shared/RevealTile.tsx'
import type { RowDoubleStore, TileState } from './RowDoubleStore.ts'
import styles from './Tower.module.css'

/**
 * Nine rows with the first at the bottom; it comes first in the document, because it is played first. Arrow keys move
 * between tiles. The row to play stays in view.
 */
export const Tower = observer(function Tower({ game }: { game: RowDoubleStore }) {
  const { t } = useTranslation()
  const { language } = useStores()
  const tower = useRef<HTMLDivElement>(null)
  useActiveRowInView(tower, Math.min(game.activeRow, ROW_DOUBLE_ROWS - 1))
  const { tiles } = game
  const names = useMemo(
    () =>
      Array.from({ length: ROW_DOUBLE_ROWS * tiles }, (_, at) =>
        t('originals.rowDouble.tile', { row: Math.floor(at / tiles) + 1, number: (at % tiles) + 1 }),
      ),
    [t, tiles],
  )
  const stateNames = useMemo((): Partial<Record<TileState, string>> => {
    const [safe, trap] = [t('originals.rowDouble.safe'), t('originals.rowDouble.trap')]
    return { safe, hiddenSafe: safe, trap, hiddenTrap: trap, chosen: t('originals.rowDouble.chosen') }
  }, [t])
  const steps = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: tiles, ArrowDown: -tiles }
  return (
    <div
      ref={tower}
      className={styles.tower}
      data-lit
      data-won-at={game.lastTile}
      role="group"
      aria-label={t('originals.rowDouble.tower')}
      onKeyDown={(event) => moveBetweenTiles(event, steps)}
    >
      {game.payTable.map((multiplier, row) => (
        <Row
          key={row}
          game={game}
          row={row}
          names={names}
          stateNames={stateNames}
          multiplier={formatStep(multiplier, language.selected)}
        />
      ))}
    </div>
  )
})

/** A component per row, because the rows of an ended round turn one after the other. */
const Row = observer(function Row(props: {
  game: RowDoubleStore
  row: number
  /** Accessible names of all tiles. */
  names: readonly string[]
  stateNames: Partial<Record<TileState, string>>
  multiplier: string
}) {
  const { game, row, names, stateNames, multiplier } = props
  const { tiles } = game
  const tap = useCallback((at: number) => game.tap(Math.floor(at / tiles), at % tiles), [game, tiles])
  return (
    <div
      className={styles.row}
      data-active={(game.isOpen || (game.mode === 'auto' && !game.round)) && row === game.activeRow}
      data-passed={row < game.progress}
    >
      {Array.from({ length: tiles }, (_, tile) => {
        const state = game.tile(row, tile)
        const at = row * tiles + tile
        return (
          <RevealTile
            key={tile}
            className={styles.tile}
            at={at}
            name={names[at] ?? ''}
            state={state}
            stateName={stateNames[state]}
            isDisabled={!game.canTap(row, tile)}
            isPressed={game.mode === 'auto' ? state === 'chosen' : undefined}
            onTap={tap}
          />
        )
      })}
      <span className={styles.multiplier}>{multiplier}</span>
    </div>
  )
})

function useActiveRowInView(tower: { current: HTMLDivElement | null }, row: number): void {
  useEffect(() => {
    const box = tower.current
    const active = box?.children[row] as HTMLElement | undefined
    if (!box || !active) return
    // Only the tower scrolls, never the page.
    const show = (behavior: ScrollBehavior) => {
      const offset = active.getBoundingClientRect().top - box.getBoundingClientRect().top
      box.scrollBy({ top: offset - box.clientHeight * 0.55, behavior })
    }
    show('auto')
    // The tower shrinks when automatic play is set up, and its lowest row would leave the view.
    let height = box.clientHeight
    const resizes = new ResizeObserver(() => {
      if (box.clientHeight !== height) show('instant')
      height = box.clientHeight
    })
    resizes.observe(box)
    return () => resizes.disconnect()
  }, [tower, row])
}
