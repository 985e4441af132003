import { useTranslation } from 'react-i18next'
import { classes } from '../../ui/classes.ts'
import { Skeleton } from '../../ui/Skeleton.tsx'
import columns from './CashierColumns.module.css'
import styles from './CashierSkeletons.module.css'

// The heights are those of what replaces them, so that the sheet keeps its size when the data comes.

/** The deposit page while its packages load. */
export function DepositSkeleton() {
  const { t } = useTranslation()
  return (
    <div className={styles.deposit} role="status" aria-label={t('status.loading')}>
      <div className={classes(styles.deposit, columns.columns)}>
        <div className={columns.part}>
          <div className={styles.hero}>
            <Skeleton width="0.5rem" height="0.14rem" />
            <Skeleton width="2rem" height="0.46rem" radius="m" />
            <Skeleton width="2.4rem" height="0.16rem" />
          </div>
          <div className={styles.cards}>
            {Array.from({ length: 8 }, (_, index) => (
              <Skeleton key={index} height="max(0.66rem, 56px)" radius="m" />
            ))}
          </div>
        </div>
        <div className={columns.part}>
          <Skeleton width="2.2rem" height="var(--tap)" />
          <Skeleton height="var(--tap-l)" radius="l" className={styles.submit} />
          <Skeleton width="1.78rem" height="0.34rem" className={styles.help} />
          <Skeleton height="var(--notes)" radius="m" className={styles.notes} />
          <Skeleton width="2.2rem" height="var(--tap)" className={styles.help} />
        </div>
      </div>
      <Skeleton height="max(0.5rem, 48px)" radius="m" className={styles.voucher} />
    </div>
  )
}

/** The withdraw page while its limits load. */
export function WithdrawSkeleton() {
  const { t } = useTranslation()
  return (
    <div className={classes(styles.withdraw, columns.columns)} role="status" aria-label={t('status.loading')}>
      <div className={columns.part}>
        <Skeleton height="var(--figure)" radius="l" />
        <div className={styles.amount}>
          <Skeleton height="var(--field)" radius="m" />
          <Skeleton height="var(--hint)" width="2.6rem" />
        </div>
        <Skeleton height="var(--tap)" radius="m" />
      </div>
      <div className={columns.part}>
        <Skeleton height="max(0.58rem, 52px)" radius="m" />
        <Skeleton height="var(--summary)" radius="m" />
        <Skeleton height="var(--tap-l)" radius="l" className={styles.submit} />
        <Skeleton height="var(--foot)" radius="m" />
      </div>
    </div>
  )
}
