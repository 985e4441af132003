import { useTranslation } from 'react-i18next'
import { Skeleton } from '../../ui/Skeleton.tsx'
import board from './Board.module.css'
import styles from './BoardSkeleton.module.css'

/** Stands in for two leagues while the board loads. */
export function BoardSkeleton() {
  const { t } = useTranslation()
  return (
    <div className={board.leagues} role="status" aria-busy aria-label={t('status.loading')}>
      {[3, 2].map((count) => (
        <div key={count}>
          <div className={board.leagueHead}>
            <Skeleton className={styles.league} />
          </div>
          <div className={board.matches}>
            {Array.from({ length: count }, (_, index) => (
              <div key={index} className={styles.row}>
                <Skeleton className={styles.time} />
                <Skeleton className={styles.home} />
                <Skeleton className={styles.away} />
                <div className={styles.odds}>
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
