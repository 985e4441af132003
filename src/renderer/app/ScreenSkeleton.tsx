import { observer } from 'mobx-react-lite'
import { useTranslation } from 'react-i18next'
import { Skeleton } from '../ui/Skeleton.tsx'
import { OfflinePage } from './OfflinePage.tsx'
import styles from './ScreenSkeleton.module.css'
import { useConnection } from './useConnection.ts'

/** Shown while the first screen loads. */
export const ScreenSkeleton = observer(function ScreenSkeleton() {
  const { t } = useTranslation()
  const connection = useConnection()
  if (connection.isOffline) return <OfflinePage />
  return (
    <div className={styles.skeleton} role="status" aria-label={t('status.loading')}>
      <Skeleton height="1.6rem" />
      <Skeleton height="0.4rem" />
      <Skeleton height="2.4rem" />
    </div>
  )
})
