import { observer } from 'mobx-react-lite'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import type { Promotion } from '#contract/http/promotions.ts'
import { emptyArt } from '../../assets/emptyArt.ts'
import { promotionArt } from '../../assets/promotionArt.ts'
import { LoadError } from '../../features/rewards/LoadError.tsx'
import { PromotionBadge } from '../../features/promotions/PromotionBadge.tsx'
import { PromotionList } from '../../features/promotions/PromotionList.tsx'
import { usePromotions } from '../../features/promotions/usePromotions.ts'
import { usePromotionTexts } from '../../features/promotions/promotionTexts.ts'
import { PausedNotice } from '../../features/limits/PausedNotice.tsx'
import { formatDateTime } from '../../i18n/dates.ts'
import { formatMoney } from '../../i18n/format.ts'
import { useOwnStore, useStores } from '../../stores/useStores.ts'
import { Card } from '../../ui/Card.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Page } from '../../ui/Page.tsx'
import { PageColumns } from '../../ui/PageColumns.tsx'
import { PageSection } from '../../ui/PageSection.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { useIsWide } from '../../ui/useIsWide.ts'
import styles from './ActiveScreen.module.css'
import { ClaimButton } from './ClaimButton.tsx'
import { PromotionStore } from './PromotionStore.ts'

/** /active{id}: one promotion with its picture, rules, state and claim. */
export const ActiveScreen = observer(function ActiveScreen({ value }: { value: string }) {
  const { t } = useTranslation()
  const store = useOwnStore((root) => new PromotionStore(root, value))
  const { session } = useStores()
  useEffect(() => store.start(), [store])
  if (session.isPaused) {
    return (
      <Page title={t('loyalty.promotions.title')}>
        <PausedNotice />
      </Page>
    )
  }
  switch (store.state) {
    case 'loading':
      return (
        <Page role="status" aria-label={t('status.loading')}>
          <Skeleton height="1.84rem" radius="l" />
          <Skeleton height="0.42rem" radius="l" />
          <Skeleton height="1.5rem" radius="l" />
        </Page>
      )
    case 'unknown':
      return (
        <Page title={t('loyalty.promotions.title')}>
          <EmptyState
            illustration={emptyArt.search}
            title={t('loyalty.promotions.unknownTitle')}
            text={t('loyalty.promotions.unknownText')}
          />
          <h2 className={styles.rulesTitle}>{t('loyalty.promotions.others')}</h2>
          <Others />
        </Page>
      )
    case 'failed':
      return (
        <Page title={t('loyalty.promotions.title')}>
          <LoadError onRetry={() => store.load()} />
        </Page>
      )
    case 'ready':
      return store.promotion && <Offer store={store} promotion={store.promotion} />
  }
})

/** What is on offer instead. */
function Others() {
  return <PromotionList store={usePromotions()} />
}

/** What else is on offer, where a desktop has room for it below the promotion. */
const MoreOffers = observer(function MoreOffers({ shown }: { shown: string }) {
  const { t } = useTranslation()
  const promotions = usePromotions()
  if (promotions.state !== 'ready' || promotions.list.every(({ id }) => id === shown)) return null
  return (
    <PageSection title={t('loyalty.promotions.others')}>
      <PromotionList store={promotions} except={shown} />
    </PageSection>
  )
})

const Offer = observer(function Offer(props: { store: PromotionStore; promotion: Promotion }) {
  const { store, promotion } = props
  const { t } = useTranslation()
  const { language } = useStores()
  const { title, text, rules } = usePromotionTexts()(promotion)
  const { state, amount, maximum, startsAt, endsAt } = promotion
  const time = (iso: string) => formatDateTime(iso, language.selected)
  const worth = amount > 0 ? amount : maximum
  const isWide = useIsWide()
  return (
    <Page as="article">
      <PageColumns
        main={
          <>
            <header className={styles.hero}>
              <img
                src={promotionArt[promotion.kind]}
                alt=""
                className={styles.picture}
                width="365"
                height="172"
              />
              <PromotionBadge state={state} />
              <h1 className={styles.title}>{title}</h1>
            </header>
            <p className={styles.text}>{text}</p>
          </>
        }
        side={
          <>
            <Card tone="reward" className={styles.claim}>
              <p className={styles.label}>{t('loyalty.promotions.worth')}</p>
              <p className={styles.worth}>
                {amount > 0 || promotion.fraction === 0
                  ? formatMoney(worth, language.selected)
                  : t('loyalty.promotions.upTo', { amount: formatMoney(worth, language.selected) })}
              </p>
              <ClaimButton store={store} promotion={promotion} />
              {state === 'notReady' && startsAt && (
                <p className={styles.label}>{t('loyalty.promotions.from', { time: time(startsAt) })}</p>
              )}
              {(state === 'available' || state === 'notReady') && endsAt && (
                <p className={styles.label}>{t('loyalty.promotions.until', { time: time(endsAt) })}</p>
              )}
            </Card>
            <PageSection title={t('loyalty.promotions.rules')}>
              <ol className={styles.rules}>
                {rules.map((rule) => (
                  <li key={rule}>{rule}</li>
                ))}
              </ol>
            </PageSection>
          </>
        }
      />
      {isWide && <MoreOffers shown={promotion.id} />}
    </Page>
  )
})
