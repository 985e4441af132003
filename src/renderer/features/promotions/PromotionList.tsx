import { observer } from 'mobx-react-lite'
import { useEffect, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { Promotion } from '#contract/http/promotions.ts'
import { emptyArt } from '../../assets/emptyArt.ts'
import { promotionArt } from '../../assets/promotionArt.ts'
import { useOwnStore } from '../../stores/useStores.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { LoadError } from '../rewards/LoadError.tsx'
import { PromotionBadge } from './PromotionBadge.tsx'
import styles from './PromotionList.module.css'
import { PromotionsStore } from './PromotionsStore.ts'
import { usePromotionTexts } from './promotionTexts.ts'

interface PromotionListProps {
  /** Shown below the cards once they are known, also where there are none. */
  below?: (promotions: readonly Promotion[]) => ReactNode
  /** Called once the height is known: what is below them can have its place. */
  onPlaced?: () => void
}

/**
 * All current promotions as cards that link to /active{id}. It loads its own data; the caller puts a heading
 * above it.
 */
export const PromotionList = observer(function PromotionList({ below, onPlaced }: PromotionListProps) {
  const { t } = useTranslation()
  const store = useOwnStore((root) => new PromotionsStore(root))
  useEffect(() => store.start(), [store])
  const isPlaced = store.state !== 'loading'
  useEffect(() => {
    if (isPlaced) onPlaced?.()
  }, [isPlaced, onPlaced])
  if (store.state === 'failed') {
    return (
      <>
        <LoadError compact onRetry={() => store.load()} />
        {below?.([])}
      </>
    )
  }
  if (store.state === 'loading') {
    return (
      <div role="status" aria-label={t('status.loading')} className={styles.list}>
        <Skeleton height="1.3rem" radius="l" />
        <Skeleton height="1.3rem" radius="l" />
        <Skeleton height="1.3rem" radius="l" />
      </div>
    )
  }
  if (store.list.length === 0) {
    return (
      <>
        <EmptyState
          compact
          illustration={emptyArt.gift}
          title={t('loyalty.promotions.empty')}
          text={t('loyalty.promotions.emptyText')}
        />
        {below?.([])}
      </>
    )
  }
  return (
    <>
      <ul className={styles.list}>
        {store.list.map((promotion) => (
          <li key={promotion.id}>
            <PromotionCard promotion={promotion} />
          </li>
        ))}
      </ul>
      {below?.(store.list)}
    </>
  )
})

const PromotionCard = observer(function PromotionCard({ promotion }: { promotion: Promotion }) {
  const { title, short } = usePromotionTexts()(promotion)
  return (
    <Link to={`/active${promotion.id}`} className={styles.card}>
      <img src={promotionArt[promotion.kind]} alt="" className={styles.picture} width="365" height="172" />
      <span className={styles.title}>{title}</span>
      <span className={styles.short}>{short}</span>
      <PromotionBadge state={promotion.state} />
    </Link>
  )
})
