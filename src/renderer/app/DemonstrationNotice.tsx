import { observer } from 'mobx-react-lite'
import { useTranslation } from 'react-i18next'
import { useStores } from '../stores/useStores.ts'
import styles from './DemonstrationNotice.module.css'

/** On every page of a production server whose payments move no real money. */
export const DemonstrationNotice = observer(function DemonstrationNotice() {
  const { t } = useTranslation()
  const { device } = useStores()
  if (!device.info?.demonstration) return null
  return (
    <p role="note" className={styles.notice}>
      {t('status.demonstration')}
    </p>
  )
})
