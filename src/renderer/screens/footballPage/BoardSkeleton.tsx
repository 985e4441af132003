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
            <Skeleton width="1.4rem" height="calc(var(--fs-s) * 1.38)" />
          </div>
          <div className={board.matches}>
            {Array.from({ length: count }, (_, index) => (
              <div key={index} className={styles.row}>
                <Skeleton width="0.9rem" height="calc(var(--fs-s) * 1.2)" />
                <Skeleton width="1.7rem" height="var(--fs-l)" />
                <Skeleton width="1.4rem" height="var(--fs-l)" />
                <div className={styles.odds}>
                  <Skeleton height="max(0.48rem, 46px)" radius="m" />
                  <Skeleton height="max(0.48rem, 46px)" radius="m" />
                  <Skeleton height="max(0.48rem, 46px)" radius="m" />
                </div>
              </div>
            ))}
          </div>
        </div>
      ))}
    </div>
  )
}
