import { useTranslation } from 'react-i18next'
import styles from './HowItWorks.module.css'

const steps = ['account', 'deposit', 'play'] as const

/** From registration to withdrawal in three steps, for guests. */
export function HowItWorks() {
  const { t } = useTranslation()
  return (
    <section className={styles.section} aria-labelledby="section-how">
      <h2 id="section-how" className={styles.heading}>
        {t('home.how.title')}
      </h2>
      <ol className={styles.steps}>
        {steps.map((step) => (
          <li key={step} className={styles.step}>
            <div>
              <h3 className={styles.title}>{t(`home.how.steps.${step}`)}</h3>
              <p className={styles.text}>{t(`home.how.steps.${step}Text`)}</p>
            </div>
          </li>
        ))}
      </ol>
    </section>
  )
}
