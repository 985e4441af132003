import { observer } from 'mobx-react-lite'
import { useCallback, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { MINES_TILES } from '#contract/games/mines.ts'
import { moveBetweenTiles, RevealTile } from '../shared/RevealTile.tsx'
import type { MinesStore, TileState } from './MinesStore.ts'
import styles from './MinesBoard.module.css'

const columns = 5
const steps = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -columns, ArrowDown: columns }

/** 25 tiles; arrows move between them. */
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
  const tap = useCallback((index: number) => game.tap(index), [game])
  return (
    <div
      className={styles.board}
      role="group"
      aria-label={t('games.mines.board')}
      onKeyDown={(event) => moveBetweenTiles(event, steps)}
    >
      {names.map((name, index) => {
        const state = game.tile(index)
        return (
          <RevealTile
            key={index}
            className={styles.tile}
            at={index}
            name={name}
            state={state}
            stateName={stateNames[state]}
            isDisabled={game.mode === 'manual' && !(game.isOpen && state === 'closed')}
            isPressed={game.mode === 'auto' ? state === 'chosen' : undefined}
            onTap={tap}
          />
        )
      })}
    </div>
  )
})
