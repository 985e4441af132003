import { useTranslation } from 'react-i18next'
import { DepositLimitForm } from './DepositLimitForm.tsx'
import styles from './DepositLimitFirst.module.css'

/** Shown instead of packages before the first deposit, where the jurisdiction asks for a limit. */
export function DepositLimitFirst() {
  const { t } = useTranslation()
  return (
    <section className={styles.limit}>
      <h3>{t('limits.askedTitle')}</h3>
      <DepositLimitForm />
    </section>
  )
}
