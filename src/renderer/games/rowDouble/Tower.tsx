import { observer } from 'mobx-react-lite'
import { useEffect, useRef, type KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { ROW_DOUBLE_ROWS } from '#contract/games/rowDouble.ts'
import { formatMultiplier } from '../../i18n/format.ts'
import { useStores } from '../../stores/useStores.ts'
import { CoinIcon, TrapIcon } from './icons.tsx'
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
  const names: Partial<Record<TileState, string>> = {
    safe: t('originals.rowDouble.safe'),
    hiddenSafe: t('originals.rowDouble.safe'),
    trap: t('originals.rowDouble.trap'),
    hiddenTrap: t('originals.rowDouble.trap'),
    chosen: t('originals.rowDouble.chosen'),
  }
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
            const name = t('originals.rowDouble.tile', { row: row + 1, number: tile + 1 })
            return (
              <button
                key={tile}
                type="button"
                className={styles.tile}
                data-state={state}
                aria-label={names[state] ? `${name}, ${names[state]}` : name}
                aria-disabled={!game.canTap(row, tile)}
                aria-pressed={game.mode === 'auto' ? state === 'chosen' : undefined}
                onClick={() => game.tap(row, tile)}
              >
                {(state === 'safe' || state === 'hiddenSafe') && <CoinIcon />}
                {(state === 'trap' || state === 'hiddenTrap') && <TrapIcon />}
              </button>
            )
          })}
          <span className={styles.multiplier}>{formatMultiplier(multiplier, language.selected)}</span>
        </div>
      ))}
    </div>
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
