import { observer } from 'mobx-react-lite'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { Promotion } from '#contract/http/growth.ts'
import { emptyArt } from '../../assets/emptyArt.ts'
import { promotionArt } from '../../assets/promotionArt.ts'
import { PromotionsStore } from '../../stores/PromotionsStore.ts'
import { useFeature } from '../../stores/useStores.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { Failed } from './Failed.tsx'
import { PromotionBadge } from './PromotionBadge.tsx'
import styles from './PromotionList.module.css'
import { usePromotionTexts } from './promotionTexts.ts'

/** Every promotion on offer as a card that leads to /active{id}; loads itself. Put a heading above it. */
export const PromotionList = observer(function PromotionList() {
  const { t } = useTranslation()
  const store = useFeature((root) => new PromotionsStore(root))
  useEffect(() => store.start(), [store])
  if (store.state === 'failed') return <Failed compact onRetry={() => store.load()} />
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
      <EmptyState
        compact
        illustration={emptyArt.gift}
        title={t('growth.promotions.empty')}
        text={t('growth.promotions.emptyText')}
      />
    )
  }
  return (
    <ul className={styles.list}>
      {store.list.map((promotion) => (
        <li key={promotion.id}>
          <PromotionCard promotion={promotion} />
        </li>
      ))}
    </ul>
  )
})

function PromotionCard({ promotion }: { promotion: Promotion }) {
  const { title, short } = usePromotionTexts()(promotion)
  return (
    <Link to={`/active${promotion.id}`} className={styles.card}>
      <img src={promotionArt[promotion.kind]} alt="" className={styles.picture} width="365" height="172" />
      <span className={styles.title}>{title}</span>
      <span className={styles.short}>{short}</span>
      <PromotionBadge state={promotion.state} />
    </Link>
  )
}
