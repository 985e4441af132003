import RotateCw from 'lucide-react/icons/rotate-cw'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../ui/Button.tsx'
import { classes } from '../ui/classes.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { LinkButton } from '../ui/LinkButton.tsx'
import { isServerReachable } from './loadWithRetry.ts'
import styles from './OfflinePage.module.css'

/** In the place of a page that this device has not opened yet, while there is no network: what it waits for, and what opens without one. */
export function OfflinePage() {
  const { t } = useTranslation()
  const [isAsking, setAsking] = useState(false)
  const retry = async () => {
    setAsking(true)
    const isBack = await isServerReachable()
    setAsking(false)
    // Without a network, a reload might lose the program too.
    if (isBack) window.location.reload()
  }
  return (
    <EmptyState
      className={styles.page}
      illustration={<span className={classes(styles.cloud, styles.picture)} aria-hidden />}
      title={t('offlinePage.title')}
      text={t('offlinePage.text')}
      action={
        <div className={styles.actions}>
          <Button
            variant="primary"
            icon={<RotateCw aria-hidden />}
            loading={isAsking}
            onClick={() => void retry()}
          >
            {t('actions.retry')}
          </Button>
          <LinkButton variant="secondary" to="/home">
            {t('actions.home')}
          </LinkButton>
        </div>
      }
    />
  )
}
