import X from 'lucide-react/icons/x'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import checkIn from '../../assets/promotions/checkIn.svg?no-inline'
import { IconButton } from '../../ui/IconButton.tsx'
import styles from './StartMask.module.css'

/** The start mask: a picture that links to /signInSheet, shown over the page without blocking it. */
export function StartMask({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <aside className={styles.mask} aria-label={t('rewards.mask.label')}>
      <Link to="/signInSheet" className={styles.link}>
        <img src={checkIn} alt="" width="365" height="150" className={styles.picture} />
        <span className={styles.texts}>
          <strong>{t('rewards.mask.title')}</strong>
          <span>{t('rewards.mask.text')}</span>
        </span>
      </Link>
      <IconButton className={styles.close} aria-label={t('rewards.mask.close')} onClick={onClose}>
        <X aria-hidden />
      </IconButton>
    </aside>
  )
}
