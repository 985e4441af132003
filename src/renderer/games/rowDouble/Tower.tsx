import { observer } from 'mobx-react-lite'
import { useCallback, useEffect, useMemo, useRef, type CSSProperties } from 'react'
import { useTranslation } from 'react-i18next'
import { ROW_DOUBLE_ROWS } from '#contract/games/rowDouble.ts'
import { formatMultiplier } from '../../i18n/format.ts'
import { useStores } from '../../stores/useStores.ts'
import { useIsWide } from '../../ui/useIsWide.ts'
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
  useCamera(tower, Math.min(game.activeRow, ROW_DOUBLE_ROWS - 1))
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
      className={styles.scene}
      data-lit
      data-status={game.round?.status}
      style={{ '--climbed': game.progress / ROW_DOUBLE_ROWS } as CSSProperties}
    >
      <div className={styles.sky} aria-hidden="true">
        <i />
      </div>
      <div
        ref={tower}
        className={styles.tower}
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
            multiplier={formatMultiplier(multiplier, language.selected)}
          />
        ))}
      </div>
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
      style={{ '--floor': row } as CSSProperties}
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

/** The space between two rows (in rem), and the least height of one: in rem, and in px so that fingers hit what lies within its edge. */
const gap = 0.04
const leastOfFingers = { rem: 0.36, px: 48 }
/** With a mouse the whole tower is in view on a low desktop too. */
const leastOfMouse = { rem: 0.29, px: 36 }

/**
 * The camera: it shows whole rows only, as many as fit, and moves with the row to play. The rows get the height that makes
 * them fit.
 */
function useCamera(tower: { current: HTMLDivElement | null }, row: number): void {
  const isWide = useIsWide()
  useEffect(() => {
    const box = tower.current
    if (!box) return
    const show = (behavior: ScrollBehavior) => {
      const rem = parseFloat(getComputedStyle(document.documentElement).fontSize)
      const space = gap * rem
      const height = box.clientHeight
      const hasMouse = isWide && window.matchMedia('(pointer: fine)').matches
      const { rem: inRem, px } = hasMouse ? leastOfMouse : leastOfFingers
      const least = Math.max(px, inRem * rem)
      const fitting = Math.max(1, Math.min(ROW_DOUBLE_ROWS, Math.floor((height + space) / (least + space))))
      const rowHeight = Math.min(0.72 * rem, (height - (fitting - 1) * space) / fitting)
      box.style.setProperty('--row', `${rowHeight}px`)
      const first = Math.max(0, Math.min(ROW_DOUBLE_ROWS - fitting, row - Math.floor(fitting / 2)))
      // Rows are listed from the bottom: scrolling up is negative.
      box.scrollTo({ top: -first * (rowHeight + space), behavior })
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
  }, [tower, row, isWide])
}
