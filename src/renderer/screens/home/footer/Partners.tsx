import { useTranslation } from 'react-i18next'
import partners from '#brand/partners.json' with { type: 'json' }
import styles from './HomeFooter.module.css'

/**
 * Logos of the brand's partners (docs/brand.md). Invented ones show where partners stand: only where no real money moves, and
 * marked as samples.
 */
export function Partners({ isSandbox }: { isSandbox: boolean }) {
  const { t } = useTranslation()
  const shown = partners.filter(({ sample }) => !sample || isSandbox)
  if (shown.length === 0) return null
  return (
    <section aria-label={t('home.footer.partners')}>
      <p className={styles.label}>{t('home.footer.partners')}</p>
      <ul className={styles.partners}>
        {shown.map(({ name, sample, viewBox, svg }) => (
          <li key={name} className={styles.partner}>
            <svg viewBox={viewBox} aria-hidden dangerouslySetInnerHTML={{ __html: svg }} />
            <span translate="no">{name}</span>
            {sample && <small>{t('home.footer.sample')}</small>}
          </li>
        ))}
      </ul>
    </section>
  )
}
