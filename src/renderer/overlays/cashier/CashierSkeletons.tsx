import { useTranslation } from 'react-i18next'
import { Skeleton } from '../../ui/Skeleton.tsx'
import styles from './CashierSkeletons.module.css'

/** The deposit page while its packages load. */
export function DepositSkeleton() {
  const { t } = useTranslation()
  return (
    <div className={styles.column} role="status" aria-label={t('status.loading')}>
      <div className={styles.hero}>
        <Skeleton width="0.5rem" height="0.14rem" />
        <Skeleton width="2rem" height="0.46rem" radius="m" />
        <Skeleton width="2.4rem" height="0.16rem" />
      </div>
      <div className={styles.cards}>
        {Array.from({ length: 8 }, (_, index) => (
          <Skeleton key={index} height="0.66rem" radius="m" />
        ))}
      </div>
      <Skeleton width="2.2rem" height="0.24rem" />
      <Skeleton height="0.56rem" radius="l" />
      <Skeleton height="1.3rem" radius="m" />
      <Skeleton height="1rem" radius="m" />
    </div>
  )
}

/** The withdraw page while its limits load. */
export function WithdrawSkeleton() {
  const { t } = useTranslation()
  return (
    <div className={styles.column} role="status" aria-label={t('status.loading')}>
      <Skeleton height="1.24rem" radius="l" />
      <Skeleton height="0.58rem" radius="m" />
      <Skeleton height="0.58rem" radius="m" />
      <Skeleton height="0.8rem" radius="m" />
      <Skeleton height="0.56rem" radius="l" />
      <Skeleton height="1.1rem" radius="m" />
    </div>
  )
}
