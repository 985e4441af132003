import { useTranslation } from 'react-i18next'
import { Skeleton } from '../../ui/Skeleton.tsx'
import styles from './RecordSkeletons.module.css'

/** Rows of the final height while a page loads. */
export function RecordSkeletons({ rows = 8 }: { rows?: number }) {
  const { t } = useTranslation()
  return (
    <div role="status" aria-label={t('status.loading')}>
      {Array.from({ length: rows }, (_, index) => (
        <div key={index} className={styles.row}>
          <Skeleton width="0.4rem" height="0.4rem" radius="m" />
          <div className={styles.texts}>
            <Skeleton width="1.1rem" height="0.16rem" />
            <Skeleton width="0.8rem" height="0.12rem" />
          </div>
          <div className={styles.values}>
            <Skeleton width="0.8rem" height="0.16rem" />
            <Skeleton width="0.6rem" height="0.12rem" />
          </div>
        </div>
      ))}
    </div>
  )
}
