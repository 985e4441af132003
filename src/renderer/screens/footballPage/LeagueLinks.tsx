import Star from 'lucide-react/icons/star'
import { observer } from 'mobx-react-lite'
import { useTranslation } from 'react-i18next'
import type { BoardStore } from './BoardStore.ts'
import styles from './LeagueLinks.module.css'

/** The id of a league's section on the board. */
export function leagueId(name: string): string {
  return `league-${encodeURIComponent(name)}`
}

/** The leagues of the board, each with the number of its matches: a press goes to its section. */
export const LeagueLinks = observer(function LeagueLinks({ board }: { board: BoardStore }) {
  const { t } = useTranslation()
  if (board.state !== 'ready') return null
  return (
    <ul className={styles.list} aria-label={t('sports.board.leagues')}>
      {board.shown.map(({ name, ids, isFavourites }) => (
        <li key={name}>
          <button
            type="button"
            className={styles.link}
            onClick={() => {
              if (board.marks.has('folded', name)) board.marks.toggle('folded', name)
              document.getElementById(leagueId(name))?.scrollIntoView({ block: 'start' })
            }}
          >
            {isFavourites && <Star aria-hidden />}
            <span className={styles.name}>{isFavourites ? t('sports.board.favourites') : name}</span>
            <span className={styles.count}>{ids.length}</span>
          </button>
        </li>
      ))}
    </ul>
  )
})
