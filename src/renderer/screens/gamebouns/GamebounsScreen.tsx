import CalendarCheck from 'lucide-react/icons/calendar-check'
import { observer } from 'mobx-react-lite'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Failed } from '../../parts/growth/Failed.tsx'
import { GuestActions } from '../../parts/growth/GuestActions.tsx'
import page from '../../parts/growth/page.module.css'
import { PromotionList } from '../../parts/growth/PromotionList.tsx'
import { PausedNotice } from '../../parts/limits/PausedNotice.tsx'
import { RebateStore } from '../../stores/RebateStore.ts'
import { useFeature, useStores } from '../../stores/useStores.ts'
import { Card } from '../../ui/Card.tsx'
import { ListRow } from '../../ui/ListRow.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { RebateCard } from './RebateCard.tsx'
import { RebateHistory } from './RebateHistory.tsx'
import { RebateTable } from './RebateTable.tsx'

/** /gamebouns (PRODUCT.md section 4): the daily rebate, the way to the check-in, open promotions, history. */
export const GamebounsScreen = observer(function GamebounsScreen() {
  const { t } = useTranslation()
  const store = useFeature((root) => new RebateStore(root))
  const { session } = useStores()
  useEffect(() => store.start(), [store])
  if (session.isPaused) {
    return (
      <div className={page.page}>
        <h1 className={page.title}>{t('rewards.rebate.title')}</h1>
        <PausedNotice />
      </div>
    )
  }
  return (
    <div className={page.page}>
      <header>
        <h1 className={page.title}>{t('rewards.rebate.title')}</h1>
        <p className={page.lead}>{t('rewards.rebate.lead')}</p>
      </header>
      <Rebate store={store} />
      <Card padding="s">
        <ListRow
          icon={<CalendarCheck aria-hidden />}
          title={t('rewards.rebate.checkIn')}
          text={t('rewards.rebate.checkInText')}
          to="/signInSheet"
        />
      </Card>
      <section className={page.section}>
        <div className={page.head}>
          <h2>{t('rewards.rebate.promotions')}</h2>
        </div>
        <PromotionList />
      </section>
      {store.state === 'ready' && <Below store={store} />}
    </div>
  )
})

const Rebate = observer(function Rebate({ store }: { store: RebateStore }) {
  const { t } = useTranslation()
  const { session } = useStores()
  if (store.state === 'failed') return <Failed onRetry={() => store.load()} />
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

const Below = observer(function Below({ store }: { store: RebateStore }) {
  const { session } = useStores()
  if (!store.rebate) return null
  return (
    <>
      {session.isLoggedIn && <RebateHistory rebate={store.rebate} />}
      <RebateTable rebate={store.rebate} />
    </>
  )
})
