import Megaphone from 'lucide-react/icons/megaphone'
import WifiOff from 'lucide-react/icons/wifi-off'
import X from 'lucide-react/icons/x'
import { observer } from 'mobx-react-lite'
import { useEffect } from 'react'
import { useTranslation } from '../i18n/useTranslation.ts'
import { useOwnStore, useStores } from '../stores/useStores.ts'
import { IconButton } from '../ui/IconButton.tsx'
import styles from './Banners.module.css'
import { ConnectionStore } from './ConnectionStore.ts'

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
          {t('status.offline')}
        </p>
      )}
      {realtime.notice !== null && (
        <div className={styles.notice}>
          <Megaphone aria-hidden className={styles.horn} />
          <p className={styles.text}>{realtime.notice}</p>
          <IconButton aria-label={t('actions.closeNotice')} onClick={() => realtime.dismissNotice()}>
            <X aria-hidden />
          </IconButton>
        </div>
      )}
    </div>
  )
})
