import { observer } from 'mobx-react-lite'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { LoadError } from '../../features/rewards/LoadError.tsx'
import { GuestActions } from '../../features/rewards/GuestActions.tsx'
import { PromotionList } from '../../features/promotions/PromotionList.tsx'
import { usePromotions } from '../../features/promotions/usePromotions.ts'
import { PausedNotice } from '../../features/limits/PausedNotice.tsx'
import { useOwnStore, useStores } from '../../stores/useStores.ts'
import { Page } from '../../ui/Page.tsx'
import { PageSection } from '../../ui/PageSection.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { PromotionCalendar } from './PromotionCalendar.tsx'
import { dayAfter, dayOf } from './promotionDays.ts'
import { RebateCard } from './RebateCard.tsx'
import { RebateHistory } from './RebateHistory.tsx'
import styles from './RebateScreen.module.css'
import { RebateStore } from './RebateStore.ts'
import { RebateTable } from './RebateTable.tsx'

/** /gamebouns: current promotions with their calendar and the check-in, the daily rebate and its history. */
export const RebateScreen = observer(function RebateScreen() {
  const { t } = useTranslation()
  const store = useOwnStore((root) => new RebateStore(root))
  const { session, clock } = useStores()
  const promotions = usePromotions()
  useEffect(() => store.start(), [store])
  if (session.isPaused) {
    return (
      <Page title={t('rewards.rebate.title')}>
        <PausedNotice />
      </Page>
    )
  }
  const known = store.state === 'ready' ? store.rebate : null
  return (
    <Page title={t('rewards.rebate.title')}>
      <PageSection title={t('rewards.rebate.promotions')}>
        <PromotionList store={promotions} />
      </PageSection>
      {/* Once the height of the promotions is known, so that nothing below them moves. */}
      {promotions.state !== 'loading' && (
        <div className={styles.parts}>
          <PromotionCalendar
            // The device's day until the server's is known: almost always the same, so nothing moves then.
            today={store.rebate ? dayAfter(store.rebate.day) : dayOf(new Date(clock.now()).toISOString())}
            promotions={promotions.state === 'ready' ? promotions.list : []}
          />
          <div className={styles.rebate}>
            <Rebate store={store} />
            {known && session.isLoggedIn && <RebateHistory rebate={known} />}
          </div>
          {known && <RebateTable rebate={known} />}
        </div>
      )}
    </Page>
  )
})

const Rebate = observer(function Rebate({ store }: { store: RebateStore }) {
  const { t } = useTranslation()
  const { session } = useStores()
  if (store.state === 'failed') return <LoadError onRetry={() => store.load()} />
  if (store.state === 'loading' || !store.rebate) {
    return (
      <div role="status" aria-label={t('status.loading')}>
        <Skeleton height="2.4rem" radius="l" />
      </div>
    )
  }
  return (
    <>
      <RebateCard store={store} rebate={store.rebate} />
      {!session.isLoggedIn && <GuestActions />}
    </>
  )
})
