import { observer } from 'mobx-react-lite'
import { lazy } from 'react'
import { useTranslation } from 'react-i18next'
import { Skeleton } from '../ui/Skeleton.tsx'
import { DeferMount } from './DeferMount.tsx'
import styles from './ScreenSkeleton.module.css'
import { useConnection } from './useConnection.ts'

/** Its file came after the first view, or the service worker has it: unlike a `chunk` it waits for no network. */
const OfflinePage = lazy(async () => ({ default: (await import('./lazyHosts.ts')).OfflinePage }))

/** Shown while the first screen loads. */
export const ScreenSkeleton = observer(function ScreenSkeleton() {
  const { t } = useTranslation()
  if (useConnection().isOffline)
    return (
      <DeferMount isUrgent>
        <OfflinePage />
      </DeferMount>
    )
  return (
    <div className={styles.skeleton} role="status" aria-label={t('status.loading')}>
      <Skeleton height="1.6rem" />
      <Skeleton height="0.4rem" />
      <Skeleton height="2.4rem" />
    </div>
  )
})
