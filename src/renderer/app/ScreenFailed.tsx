import { observer } from 'mobx-react-lite'
import { useEffect, useRef } from 'react'
import { useRouteError } from 'react-router-dom'
import { useTranslation } from 'react-i18next'
import { ErrorState } from '../ui/ErrorState.tsx'
import { OfflinePage } from './OfflinePage.tsx'
import { reloadForChunk } from './reloadForChunk.ts'
import styles from './ScreenFailed.module.css'
import { useConnection } from './useConnection.ts'

/** Shows "try again" instead of a blank page when a screen does not load or throws. */
export const ScreenFailed = observer(function ScreenFailed() {
  const { t } = useTranslation()
  const error = useRouteError()
  const { isOffline } = useConnection()
  const wasOffline = useRef(false)
  useEffect(() => {
    console.error('screen failed', error)
    void reloadForChunk(error)
  }, [error])
  useEffect(() => {
    // The router remembers that a screen did not load: only a reload requests it again.
    if (wasOffline.current && !isOffline) window.location.reload()
    wasOffline.current = isOffline
  }, [isOffline])
  if (isOffline) return <OfflinePage />
  return (
    <ErrorState
      className={styles.failed}
      text={t('errors.screenFailed')}
      retryLabel={t('actions.retry')}
      onRetry={() => window.location.reload()}
    />
  )
})
