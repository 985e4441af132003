import { useTranslation } from 'react-i18next'
import { Card } from '../../ui/Card.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import styles from './AccountSkeleton.module.css'

/** The cards in their final places while the figures load. */
export function AccountSkeleton() {
  const { t } = useTranslation()
  return (
    <div role="status" aria-label={t('status.loading')} className={styles.cards}>
      <Card padding="l" className={styles.lines}>
        <div className={styles.between}>
          <div className={styles.lines}>
            <Skeleton width="0.5rem" height="0.14rem" />
            <Skeleton width="1.6rem" height="0.34rem" />
          </div>
          <Skeleton width="0.92rem" height="0.5rem" radius="m" />
        </div>
        <div className={styles.pair}>
          <Skeleton height="0.56rem" radius="m" />
          <Skeleton height="0.56rem" radius="m" />
        </div>
        <Skeleton height="0.05rem" radius="full" />
        <div className={styles.pair}>
          <Skeleton width="0.9rem" height="0.36rem" />
          <Skeleton width="0.9rem" height="0.36rem" />
        </div>
        <Skeleton width="2.8rem" height="0.16rem" />
      </Card>
      <div className={styles.actions}>
        {Array.from({ length: 4 }, (_, index) => (
          <Skeleton key={index} height="0.87rem" radius="m" />
        ))}
      </div>
      <Card className={styles.lines}>
        <Skeleton width="1.6rem" height="0.2rem" />
        <div className={styles.pair}>
          {Array.from({ length: 4 }, (_, index) => (
            <Skeleton key={index} width="0.9rem" height="0.34rem" />
          ))}
        </div>
      </Card>
      <Card className={styles.lines}>
        <Skeleton width="1.7rem" height="0.2rem" />
        {Array.from({ length: 3 }, (_, index) => (
          <div key={index} className={styles.between}>
            <Skeleton width="0.4rem" height="0.4rem" radius="m" />
            <Skeleton width="1.2rem" height="0.3rem" />
            <Skeleton width="0.9rem" height="0.3rem" />
          </div>
        ))}
      </Card>
    </div>
  )
}
