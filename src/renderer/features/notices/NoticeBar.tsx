import Megaphone from 'lucide-react/icons/megaphone'
import X from 'lucide-react/icons/x'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../../ui/IconButton.tsx'
import styles from './NoticeBar.module.css'

/** A notice with its close button. */
export function NoticeBar({ text, onClose }: { text: string; onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <div className={styles.notice}>
      <Megaphone aria-hidden className={styles.horn} />
      <p className={styles.text}>{text}</p>
      <IconButton aria-label={t('actions.closeNotice')} onClick={onClose}>
        <X aria-hidden />
      </IconButton>
    </div>
  )
}
