import Zap from 'lucide-react/icons/zap'
import { useTranslation } from 'react-i18next'
import styles from './BoostMark.module.css'

/** Says that a price is boosted. */
export function BoostMark() {
  const { t } = useTranslation()
  return (
    <span className={styles.mark}>
      <Zap aria-hidden />
      <span>{t('sports.boost.name')}</span>
    </span>
  )
}
