import Star from 'lucide-react/icons/star'
import { observer } from 'mobx-react-lite'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { isOriginalGame } from '#contract/games/gameCodes.ts'
import type { Game } from '#contract/http/game.ts'
import { formatPercent } from '../../../i18n/format.ts'
import { useStores } from '../../../stores/useStores.ts'
import { Badge } from '../../../ui/Badge.tsx'
import { classes } from '../../../ui/classes.ts'
import { VisuallyHidden } from '../../../ui/VisuallyHidden.tsx'
import { isLive, type CatalogueStore } from './CatalogueStore.ts'
import { toggleFavourite } from './favourites.ts'
import { GamePicture } from './GamePicture.tsx'
import styles from './GameTile.module.css'

interface GameTileProps {
  game: Game
  catalogue: CatalogueStore
  /** Above the fold: the picture is not loaded lazily. */
  eager?: boolean | undefined
}

/** A game in the grid: picture, name as a link, return to player, favourite star. */
export const GameTile = observer(function GameTile({ game, catalogue, eager }: GameTileProps) {
  return (
    <li className={styles.tile}>
      <Picture game={game} eager={eager} />
      <Link to={game.route} className={styles.name} dir="auto">
        {game.name}
      </Link>
      <Mark game={game} className={styles.mark} />
      <Favourite game={game} catalogue={catalogue} className={styles.corner} />
    </li>
  )
})

/** The only game of its kind: a wider card with a line of text. */
export const WideTile = observer(function WideTile({ game, catalogue, eager }: GameTileProps) {
  const { t } = useTranslation()
  const topic = isOriginalGame(game.code) ? game.code : game.kind
  return (
    <li className={styles.wide}>
      <div className={styles.side}>
        <Picture game={game} eager={eager} />
      </div>
      <div className={styles.text}>
        <Link to={game.route} className={styles.title}>
          {game.name}
        </Link>
        <p className={styles.line}>{t(`home.taglines.${topic}`)}</p>
        <span className={styles.foot}>
          <span className={styles.play} aria-hidden>
            {t('home.play')}
          </span>
          <Mark game={game} />
        </span>
      </div>
      <Favourite game={game} catalogue={catalogue} className={styles.right} />
    </li>
  )
})

function Picture({ game, eager }: Pick<GameTileProps, 'game' | 'eager'>) {
  return (
    <GamePicture
      game={game}
      width="220"
      height="268"
      className={styles.picture}
      loading={eager ? 'eager' : 'lazy'}
    />
  )
}

/**
 * "ao vivo" for games that all players play at once; otherwise the return to player where it is a single
 * figure.
 */
const Mark = observer(function Mark({ game, className }: { game: Game; className?: string | undefined }) {
  const { t } = useTranslation()
  const { selected } = useStores().language
  if (isLive(game)) {
    return (
      <span className={className}>
        <Badge tone="glass" className={styles.live}>
          {t('home.live')}
        </Badge>
      </span>
    )
  }
  if (game.rtp === null) return null
  const rtp = formatPercent(game.rtp, selected)
  return (
    <span className={className}>
      <Badge tone="glass">
        <span aria-hidden>{rtp}</span>
        <VisuallyHidden>{t('home.rtp', { rtp })}</VisuallyHidden>
      </Badge>
    </span>
  )
})

interface FavouriteProps {
  game: Game
  catalogue: CatalogueStore
  className?: string | undefined
}

const Favourite = observer(function Favourite({ game, catalogue, className }: FavouriteProps) {
  const { t } = useTranslation()
  const root = useStores()
  return (
    <button
      type="button"
      className={classes(styles.star, game.favourite && styles.loved, className)}
      aria-label={t(game.favourite ? 'home.dropFavourite' : 'home.addFavourite', { game: game.name })}
      onClick={() => toggleFavourite(root, catalogue, game.code)}
    >
      <Star aria-hidden />
    </button>
  )
})
