import ChevronRight from 'lucide-react/icons/chevron-right'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import styles from './Teasers.module.css'

/** The fairness promise, with a link to the verifier. */
export function FairCard() {
  const { t } = useTranslation()
  return (
    <section className={styles.card} aria-labelledby="card-fair">
      <Seal />
      <div className={styles.texts}>
        <h2 id="card-fair">{t('home.fair.title')}</h2>
        <p>{t('home.fair.text')}</p>
        <Link to="/fair" className={styles.link}>
          <span>{t('home.fair.action')}</span>
          <ChevronRight aria-hidden />
        </Link>
      </div>
    </section>
  )
}

/** A shield with a tick. */
function Seal() {
  return (
    <svg viewBox="0 0 64 64" className={styles.art} aria-hidden>
      <path d="M32 4 56 12v18c0 15-10 25-24 30C18 55 8 45 8 30V12z" fill="#10463a" />
      <path d="M32 4v56C18 55 8 45 8 30V12z" fill="#145946" />
      <path
        d="M32 8.500 52 15v15c0 12.500-8 20.500-20 25-12-4.500-20-12.500-20-25V15z"
        fill="none"
        stroke="var(--green-400)"
        strokeWidth="2.500"
      />
      <path
        d="m22 31 7.500 7.500L43 24"
        fill="none"
        stroke="var(--green-300)"
        strokeWidth="5"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  )
}
