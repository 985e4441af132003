import { useTranslation } from 'react-i18next'
import { Skeleton } from '../ui/Skeleton.tsx'
import styles from './ScreenSkeleton.module.css'

/** Shown while the first screen loads; without a network a picture of that, below the strip that says it (Banners.tsx). */
export function ScreenSkeleton() {
  const { t } = useTranslation()
  return (
    <div className={styles.skeleton} role="status" aria-label={t('status.loading')}>
      <Skeleton height="1.6rem" />
      <Skeleton height="0.4rem" />
      <Skeleton height="2.4rem" />
    </div>
  )
}
