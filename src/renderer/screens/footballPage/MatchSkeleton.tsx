import { useTranslation } from 'react-i18next'
import { Skeleton } from '../../ui/Skeleton.tsx'
import styles from './MatchView.module.css'

/** Stands in for scoreboard, tabs and markets while a match loads. */
export function MatchSkeleton() {
  const { t } = useTranslation()
  return (
    <div className={styles.markets} role="status" aria-busy aria-label={t('status.loading')}>
      <Skeleton height="1.36rem" radius="l" />
      <Skeleton width="2.4rem" height="var(--tap)" radius="m" />
      <Skeleton height="1.04rem" radius="l" />
      <Skeleton height="1.6rem" radius="l" />
      <Skeleton height="1.6rem" radius="l" />
    </div>
  )
}
