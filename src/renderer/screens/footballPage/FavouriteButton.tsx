import Star from 'lucide-react/icons/star'
import { observer } from 'mobx-react-lite'
import { useTranslation } from 'react-i18next'
import type { BoardFavourites } from './BoardFavourites.ts'
import styles from './FavouriteButton.module.css'

interface FavouriteButtonProps {
  favourites: BoardFavourites
  kind: 'matches' | 'leagues'
  id: string
  /** What is read aloud. */
  name: string
}

/** Keeps a match or a league at the top of the board. */
export const FavouriteButton = observer(function FavouriteButton({
  favourites,
  kind,
  id,
  name,
}: FavouriteButtonProps) {
  const { t } = useTranslation()
  return (
    <button
      type="button"
      className={styles.star}
      aria-label={t('sports.board.favourite', { name })}
      aria-pressed={favourites.has(kind, id)}
      onClick={() => favourites.toggle(kind, id)}
    >
      <Star aria-hidden />
    </button>
  )
})
