import { useTranslation } from 'react-i18next'
import { Skeleton } from '../../ui/Skeleton.tsx'
import board from './Board.module.css'
import styles from './BoardSkeleton.module.css'
import row from './MatchRow.module.css'

/** The matches of each league; the table, whose rows are lower, has room for all of them. */
const leagues = [5, 9]

/** Stands in for two leagues while the board loads. */
export function BoardSkeleton() {
  const { t } = useTranslation()
  return (
    <div className={board.leagues} role="status" aria-busy aria-label={t('status.loading')}>
      {leagues.map((count) => (
        <div key={count}>
          <div className={board.leagueHead}>
            <Skeleton className={styles.league} />
          </div>
          <div className={board.matches}>
            {Array.from({ length: count }, (_, index) => (
              <div key={index} className={row.row}>
                <div className={row.head}>
                  <span>
                    <Skeleton className={styles.time} />
                  </span>
                </div>
                <div className={row.sides}>
                  <Skeleton className={styles.home} />
                  <Skeleton className={styles.away} />
                </div>
                <div className={row.odds}>
                  <Skeleton className={styles.price} radius="m" />
                  <Skeleton className={styles.price} radius="m" />
                  <Skeleton className={styles.price} radius="m" />
                </div>
              </div>
            ))}
          </div>
        </div>
      ))}
    </div>
  )
}
