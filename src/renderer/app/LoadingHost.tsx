import { observer } from 'mobx-react-lite'
import { useTranslation } from '../i18n/useTranslation.ts'
import { useStores } from '../stores/useStores.ts'
import { LoadingBox } from '../ui/LoadingBox.tsx'
import styles from './LoadingHost.module.css'

/** The loading box for requests, and the line above the page while the app starts (600 ms). */
export const LoadingHost = observer(function LoadingHost() {
  const { t } = useTranslation()
  const { loading } = useStores()
  return (
    <>
      {loading.isStarting && <span className={styles.start} aria-hidden />}
      <LoadingBox label={t('status.loading')} open={loading.isOn} />
    </>
  )
})
