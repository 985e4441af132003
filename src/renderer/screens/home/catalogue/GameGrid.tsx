import { observer } from 'mobx-react-lite'
import type { Game } from '#contract/http/game.ts'
import { classes } from '../../../ui/classes.ts'
import type { CatalogueStore } from './CatalogueStore.ts'
import styles from './GameGrid.module.css'
import { GameTile, WideTile } from './GameTile.tsx'

interface GameGridProps {
  games: Game[]
  catalogue: CatalogueStore
  /** Above the fold: pictures are not loaded lazily. */
  eager?: boolean
}

/** One game is a wide card; two and four come in pairs, all other numbers in rows of three. */
export const GameGrid = observer(function GameGrid({ games, catalogue, eager }: GameGridProps) {
  const [only] = games
  if (games.length === 1 && only) {
    return (
      <ul className={styles.single}>
        <WideTile game={only} catalogue={catalogue} eager={eager} />
      </ul>
    )
  }
  const inPairs = games.length === 2 || games.length === 4
  return (
    <ul className={classes(styles.grid, inPairs && styles.pairs)}>
      {games.map((game) => (
        <GameTile key={game.code} game={game} catalogue={catalogue} eager={eager} />
      ))}
    </ul>
  )
})
