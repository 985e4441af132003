import { observer } from 'mobx-react-lite'
import { useTranslation } from 'react-i18next'
import { useStores } from '../stores/useStores.ts'
import styles from './PageNotices.module.css'

/**
 * Above every page: that a production server's payments move no real money, and that a terminal's configuration is
 * damaged.
 */
export const PageNotices = observer(function PageNotices() {
  const { t } = useTranslation()
  const { device, host } = useStores()
  return (
    <>
      {device.info?.demonstration && (
        <p role="note" className={styles.notice}>
          {t('status.demonstration')}
        </p>
      )}
      {__HOST__ === 'electron' && host.isConfigDamaged && (
        <p role="alert" className={styles.alarm}>
          {t('status.configDamaged')}
        </p>
      )}
    </>
  )
})
