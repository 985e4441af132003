import Phone from 'lucide-react/icons/phone'
import { useTranslation } from 'react-i18next'
import { Card } from '../../ui/Card.tsx'
import styles from './HelpCard.module.css'

const helpLine = 'tel:188'
const peers = 'https://jogadoresanonimos.com.br'

/** Where to find help; shown to everybody, without loading. */
export function HelpCard() {
  const { t } = useTranslation()
  return (
    <Card as="section" className={styles.card} aria-label={t('limits.help.title')}>
      <h2>{t('limits.help.title')}</h2>
      <p className={styles.text}>{t('limits.help.text')}</p>
      <a className={styles.link} href={helpLine}>
        <Phone aria-hidden />
        {t('limits.help.cvv')}
      </a>
      <a className={styles.link} href={peers} target="_blank" rel="noopener noreferrer">
        {t('limits.help.ja')}
      </a>
      <p className={styles.text}>{t('limits.help.age')}</p>
    </Card>
  )
}
