import { observer } from 'mobx-react-lite'
import { useEffect } from 'react'
import { useLocation, useNavigate, useNavigation } from 'react-router-dom'
import { useTranslation } from 'react-i18next'
import { useStores } from '../stores/useStores.ts'
import { Button } from '../ui/Button.tsx'
import { classes } from '../ui/classes.ts'
import { LoadingBox } from '../ui/LoadingBox.tsx'
import styles from './LoadingHost.module.css'
import offline from './OfflinePage.module.css'
import { useConnection } from './useConnection.ts'

/** The loading box for requests and for the next page, until which the last one stays, and the line above the page while the app starts (600 ms). */
export const LoadingHost = observer(function LoadingHost() {
  const { t } = useTranslation()
  const { loading } = useStores()
  const isMoving = useNavigation().state !== 'idle'
  const { isOffline } = useConnection()
  // Not before: the first render must be the prerendered one, which has the line, however late it comes.
  useEffect(() => loading.start(), [loading])
  const isWaiting = isMoving && isOffline
  return (
    <>
      {loading.isStarting && <span className={styles.start} aria-hidden data-transient />}
      {isWaiting ? (
        <WaitingForNetwork />
      ) : (
        <LoadingBox label={t('status.loading')} open={loading.isOn || isMoving} />
      )}
    </>
  )
})

/** The next page waits for the network: this one goes on meanwhile, and the player may stay on it. */
function WaitingForNetwork() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  return (
    <div className={styles.waiting} role="status">
      <span className={classes(offline.cloud, styles.picture)} aria-hidden />
      <p>{t('offlinePage.waiting')}</p>
      {/* The new navigation takes the place of the one that waits. */}
      <Button size="s" onClick={() => void navigate(pathname + search, { replace: true })}>
        {t('offlinePage.stay')}
      </Button>
    </div>
  )
}
