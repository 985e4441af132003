import { observer } from 'mobx-react-lite'
import { useEffect } from 'react'
import { useNavigation } from 'react-router-dom'
import { useTranslation } from 'react-i18next'
import { useStores } from '../stores/useStores.ts'
import { LoadingBox } from '../ui/LoadingBox.tsx'
import styles from './LoadingHost.module.css'

/** The loading box for requests and for the next page, until which the last one stays, and the line above the page while the app starts (600 ms). */
export const LoadingHost = observer(function LoadingHost() {
  const { t } = useTranslation()
  const { loading } = useStores()
  const isMoving = useNavigation().state !== 'idle'
  // Not before: the first render must be the prerendered one, which has the line, however late it comes.
  useEffect(() => loading.start(), [loading])
  return (
    <>
      {loading.isStarting && <span className={styles.start} aria-hidden data-transient />}
      <LoadingBox label={t('status.loading')} open={loading.isOn || isMoving} />
    </>
  )
})
