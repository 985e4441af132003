import Star from 'lucide-react/icons/star'
import { observer } from 'mobx-react-lite'
import { useTranslation } from 'react-i18next'
import type { BoardMarks } from './BoardMarks.ts'
import styles from './FavouriteButton.module.css'

interface FavouriteButtonProps {
  marks: BoardMarks
  kind: 'matches' | 'leagues'
  id: string
  /** What is read aloud. */
  name: string
}

/** Keeps a match or a league at the top of the board. */
export const FavouriteButton = observer(function FavouriteButton({
  marks,
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
      aria-pressed={marks.has(kind, id)}
      onClick={() => marks.toggle(kind, id)}
    >
      <Star aria-hidden />
    </button>
  )
})
