import Megaphone from 'lucide-react/icons/megaphone'
import X from 'lucide-react/icons/x'
import { observer } from 'mobx-react-lite'
import { useTranslation } from 'react-i18next'
import { useStores } from '../stores/useStores.ts'
import { IconButton } from '../ui/IconButton.tsx'
import styles from './Banners.module.css'

/** The server's notice to all players, until they close it. */
export const ServerNotice = observer(function ServerNotice() {
  const { t } = useTranslation()
  const { realtime } = useStores()
  if (realtime.notice === null) return null
  return (
    <div className={styles.notice}>
      <Megaphone aria-hidden className={styles.horn} />
      <p className={styles.text}>{realtime.notice}</p>
      <IconButton aria-label={t('actions.closeNotice')} onClick={() => realtime.dismissNotice()}>
        <X aria-hidden />
      </IconButton>
    </div>
  )
})
