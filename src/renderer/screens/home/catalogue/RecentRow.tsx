import { observer } from 'mobx-react-lite'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { CatalogueStore } from './CatalogueStore.ts'
import { GamePicture } from './GamePicture.tsx'
import { recentGames } from './lobbySections.ts'
import styles from './Strips.module.css'

/** Games played before, the latest first. */
export const RecentRow = observer(function RecentRow({ catalogue }: { catalogue: CatalogueStore }) {
  const { t } = useTranslation()
  const games = recentGames(catalogue)
  if (games.length === 0) return null
  return (
    <section aria-labelledby="section-recent">
      <h2 id="section-recent" className={styles.heading}>
        {t('home.recent')}
      </h2>
      <ul className={styles.scroller}>
        {games.map((game) => (
          <li key={game.code}>
            <Link to={game.route} className={styles.recent}>
              <GamePicture game={game} width="64" height="64" className={styles.recentCover} />
              <span className={styles.recentName}>{game.name}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
})
