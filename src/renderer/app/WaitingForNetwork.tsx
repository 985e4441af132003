import { observer } from 'mobx-react-lite'
import { useLocation, useNavigation } from 'react-router-dom'
import { useTranslation } from 'react-i18next'
import { useStores } from '../stores/useStores.ts'
import { Button } from '../ui/Button.tsx'
import { classes } from '../ui/classes.ts'
import offline from './OfflinePage.module.css'
import { useConnection } from './useConnection.ts'
import styles from './WaitingForNetwork.module.css'

/** While the next page waits for the network: the player has this one meanwhile, and may stay on it. */
export const WaitingForNetwork = observer(function WaitingForNetwork() {
  const { t } = useTranslation()
  const { navigation } = useStores()
  const { pathname, search } = useLocation()
  const isMoving = useNavigation().state !== 'idle'
  const { isOffline } = useConnection()
  if (!isMoving || !isOffline) return null
  return (
    <div className={styles.waiting}>
      <span className={classes(offline.cloud, styles.picture)} aria-hidden />
      <p>{t('offlinePage.waiting')}</p>
      {/* The new navigation takes the place of the one that waits. */}
      <Button size="s" onClick={() => navigation.go(pathname + search, { replace: true })}>
        {t('offlinePage.stay')}
      </Button>
    </div>
  )
})
