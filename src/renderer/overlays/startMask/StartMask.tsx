import X from 'lucide-react/icons/x'
import { useTranslation } from 'react-i18next'
import { emptyArt } from '../../assets/emptyArt.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import styles from './StartMask.module.css'

/** The start mask: a picture that links to /signInSheet, shown over the page without blocking it. */
export function StartMask({ onOpen, onClose }: { onOpen: () => void; onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <aside className={styles.mask} aria-label={t('rewards.mask.label')}>
      <button type="button" className={styles.picture} onClick={onOpen}>
        <img src={emptyArt.gift} alt="" width="160" height="120" />
        <span className={styles.texts}>
          <strong>{t('rewards.mask.title')}</strong>
          <span>{t('rewards.mask.text')}</span>
        </span>
      </button>
      <IconButton aria-label={t('rewards.mask.close')} onClick={onClose}>
        <X aria-hidden />
      </IconButton>
    </aside>
  )
}
