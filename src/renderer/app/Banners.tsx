import WifiOff from 'lucide-react/icons/wifi-off'
import { observer } from 'mobx-react-lite'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useOwnStore, useStores } from '../stores/useStores.ts'
import styles from './Banners.module.css'
import { chunk } from './chunk.ts'
import { ConnectionStore } from './ConnectionStore.ts'
import { DeferMount } from './DeferMount.tsx'

const ServerNotice = chunk(async () => (await import('./lazyHosts.ts')).ServerNotice, 'none')

/** Banners for server notices and a lost network, over the page so that nothing shifts. */
export const Banners = observer(function Banners({ hasBars }: { hasBars: boolean }) {
  const { t } = useTranslation()
  const { realtime } = useStores()
  const connection = useOwnStore((root) => new ConnectionStore(root.realtime, root.server))
  useEffect(() => connection.start(), [connection])
  return (
    <div className={styles.stack} data-bars={hasBars || undefined} aria-live="polite">
      {connection.isOffline && (
        <p className={styles.offline}>
          <WifiOff aria-hidden />
          <span>{t('status.offline')}</span>
        </p>
      )}
      <DeferMount isUrgent={realtime.notice !== null}>
        <ServerNotice />
      </DeferMount>
    </div>
  )
})
