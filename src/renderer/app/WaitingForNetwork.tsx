import { observer } from 'mobx-react-lite'
import { createPortal } from 'react-dom'
import { useLocation, useNavigation } from 'react-router-dom'
import { useTranslation } from 'react-i18next'
import { useStores } from '../stores/useStores.ts'
import { Button } from '../ui/Button.tsx'
import { classes } from '../ui/classes.ts'
import offline from './OfflinePage.module.css'
import { useConnection } from './useConnection.ts'
import styles from './WaitingForNetwork.module.css'

/**
 * While the next page waits for the network: the player has this one meanwhile, and may stay on it. Above the menu that led away from it,
 * which closes with the page only.
 */
export const WaitingForNetwork = observer(function WaitingForNetwork() {
  const { t } = useTranslation()
  const { navigation, overlays } = useStores()
  const { pathname, search } = useLocation()
  const isMoving = useNavigation().state !== 'idle'
  const { isOffline } = useConnection()
  if (!isMoving || !isOffline) return null
  const stay = () => {
    overlays.close()
    const query = new URLSearchParams(search)
    query.delete('overlay')
    // The new navigation takes the place of the one that waits.
    navigation.go(`${pathname}?${query.toString()}`.replace(/\?$/, ''), { replace: true })
  }
  return createPortal(
    <div role="status" className={styles.waiting}>
      <span className={classes(offline.cloud, styles.picture)} aria-hidden />
      <p>{t('offlinePage.waiting')}</p>
      <Button size="s" onClick={stay}>
        {t('offlinePage.stay')}
      </Button>
    </div>,
    document.body,
  )
})
