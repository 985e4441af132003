import { observer } from 'mobx-react-lite'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { Promotion } from '#contract/http/promotions.ts'
import { emptyArt } from '../../assets/emptyArt.ts'
import { promotionArt } from '../../assets/promotionArt.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { classes } from '../../ui/classes.ts'
import { LoadError } from '../rewards/LoadError.tsx'
import { PromotionBadge } from './PromotionBadge.tsx'
import styles from './PromotionList.module.css'
import type { PromotionsStore } from './PromotionsStore.ts'
import { usePromotionTexts } from './promotionTexts.ts'

interface PromotionListProps {
  store: PromotionsStore
  /** The id of a promotion that is shown already. */
  except?: string
  /** One below the other at any width, as high as the space given to them. */
  isColumn?: boolean
}

/** All current promotions as cards that link to /active{id}; the caller puts a heading above it. */
export const PromotionList = observer(function PromotionList(props: PromotionListProps) {
  const { store, except, isColumn } = props
  const { t } = useTranslation()
  if (store.state === 'failed') return <LoadError compact onRetry={() => store.load()} />
  if (store.state === 'loading') {
    return (
      <div
        role="status"
        aria-label={t('status.loading')}
        className={classes(styles.list, isColumn && styles.column)}
      >
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
        title={t('loyalty.promotions.empty')}
        text={t('loyalty.promotions.emptyText')}
      />
    )
  }
  return (
    <ul className={classes(styles.list, isColumn && styles.column)}>
      {store.list
        .filter(({ id }) => id !== except)
        .map((promotion) => (
          <li key={promotion.id}>
            <PromotionCard promotion={promotion} />
          </li>
        ))}
    </ul>
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
