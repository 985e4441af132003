import { observer } from 'mobx-react-lite'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import type { Promotion } from '#contract/http/growth.ts'
import { emptyArt } from '../../assets/emptyArt.ts'
import { promotionArt } from '../../assets/promotionArt.ts'
import { formatDateTime, formatMoney } from '../../i18n/format.ts'
import { Failed } from '../../parts/growth/Failed.tsx'
import page from '../../parts/growth/page.module.css'
import { PromotionBadge } from '../../parts/growth/PromotionBadge.tsx'
import { PromotionList } from '../../parts/growth/PromotionList.tsx'
import { usePromotionTexts } from '../../parts/growth/promotionTexts.ts'
import { PausedNotice } from '../../parts/limits/PausedNotice.tsx'
import { PromotionStore } from '../../stores/PromotionStore.ts'
import { useFeature, useStores } from '../../stores/useStores.ts'
import { Card } from '../../ui/Card.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import styles from './ActiveScreen.module.css'
import { ClaimButton } from './ClaimButton.tsx'

/** /active{id}: one promotion: picture, rules, and its claim with how it stands. */
export const ActiveScreen = observer(function ActiveScreen({ value }: { value: string }) {
  const { t } = useTranslation()
  const store = useFeature((root) => new PromotionStore(root, value))
  const { session } = useStores()
  useEffect(() => store.start(), [store])
  if (session.isPaused) {
    return (
      <div className={page.page}>
        <h1 className={page.title}>{t('growth.promotions.title')}</h1>
        <PausedNotice />
      </div>
    )
  }
  switch (store.state) {
    case 'loading':
      return (
        <div role="status" aria-label={t('status.loading')} className={page.page}>
          <Skeleton height="1.84rem" radius="l" />
          <Skeleton height="0.42rem" radius="l" />
          <Skeleton height="1.5rem" radius="l" />
        </div>
      )
    case 'unknown':
      return (
        <div className={page.page}>
          <h1 className={page.title}>{t('growth.promotions.title')}</h1>
          <EmptyState
            illustration={emptyArt.search}
            title={t('growth.promotions.unknownTitle')}
            text={t('growth.promotions.unknownText')}
          />
          <h2 className={styles.rulesTitle}>{t('growth.promotions.others')}</h2>
          <PromotionList />
        </div>
      )
    case 'failed':
      return <Failed onRetry={() => store.load()} />
    case 'ready':
      return store.promotion && <Offer store={store} promotion={store.promotion} />
  }
})

const Offer = observer(function Offer(props: { store: PromotionStore; promotion: Promotion }) {
  const { store, promotion } = props
  const { t } = useTranslation()
  const { language } = useStores()
  const { title, text, rules } = usePromotionTexts()(promotion)
  const { state, amount, maximum, startsAt, endsAt } = promotion
  const time = (iso: string) => formatDateTime(iso, language.selected)
  const worth = amount > 0 ? amount : maximum
  return (
    <article className={page.page}>
      <header className={styles.hero}>
        <img src={promotionArt[promotion.kind]} alt="" className={styles.picture} width="365" height="172" />
        <PromotionBadge state={state} />
        <h1 className={styles.title}>{title}</h1>
      </header>
      <p className={styles.text}>{text}</p>
      <Card tone="reward" className={styles.claim}>
        <p className={styles.label}>{t('growth.promotions.worth')}</p>
        <p className={styles.worth}>
          {amount > 0 || promotion.fraction === 0
            ? formatMoney(worth, language.selected)
            : t('growth.promotions.upTo', { amount: formatMoney(worth, language.selected) })}
        </p>
        <ClaimButton store={store} promotion={promotion} />
        {state === 'notReady' && startsAt && (
          <p className={styles.label}>{t('growth.promotions.from', { time: time(startsAt) })}</p>
        )}
        {(state === 'available' || state === 'notReady') && endsAt && (
          <p className={styles.label}>{t('growth.promotions.until', { time: time(endsAt) })}</p>
        )}
      </Card>
      <section className={page.section} aria-labelledby="promotion-rules">
        <h2 id="promotion-rules" className={styles.rulesTitle}>
          {t('growth.promotions.rules')}
        </h2>
        <ol className={styles.rules}>
          {rules.map((rule) => (
            <li key={rule}>{rule}</li>
          ))}
        </ol>
      </section>
    </article>
  )
})
