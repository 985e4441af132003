import { useEffect } from 'react'
import { useRouteError } from 'react-router-dom'
import { useTranslation } from 'react-i18next'
import { ErrorState } from '../ui/ErrorState.tsx'
import { reloadForChunk } from './reloadForChunk.ts'
import styles from './ScreenFailed.module.css'

/** Shows "try again" instead of a blank page when a screen does not load or throws. */
export function ScreenFailed() {
  const { t } = useTranslation()
  const error = useRouteError()
  useEffect(() => {
    console.error('screen failed', error)
    void reloadForChunk(error)
  }, [error])
  // The router remembers that a screen did not load: only a reload requests it again.
  return (
    <ErrorState
      className={styles.failed}
      text={t('errors.screenFailed')}
      retryLabel={t('actions.retry')}
      onRetry={() => window.location.reload()}
    />
  )
}
