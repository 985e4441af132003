import { observer } from 'mobx-react-lite'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useStores } from '../stores/useStores.ts'
import styles from './Banners.module.css'
import { chunk } from './chunk.ts'
import { DeferMount } from './DeferMount.tsx'
import { useConnection } from './useConnection.ts'

const Notices = chunk(async () => (await import('./lazyHosts.ts')).Notices, 'none')

/** That the network is lost, and notices of the server: below the top bar, over nothing. */
export const Banners = observer(function Banners({ hasBars }: { hasBars: boolean }) {
  const { t } = useTranslation()
  const { realtime } = useStores()
  const { isOffline } = useConnection()
  // Everything that is placed below the top bar moves by the height of the strip (ui/tokens.css).
  useEffect(() => {
    document.documentElement.toggleAttribute('data-offline', isOffline)
  }, [isOffline])
  return (
    <div className={styles.live} data-bars={hasBars || undefined} aria-live="polite">
      <div className={styles.strip}>
        {isOffline && <p className={styles.offline}>{t('status.offline')}</p>}
      </div>
      <div className={styles.stack}>
        <DeferMount isUrgent={realtime.notice !== null}>
          <Notices />
        </DeferMount>
      </div>
    </div>
  )
})
