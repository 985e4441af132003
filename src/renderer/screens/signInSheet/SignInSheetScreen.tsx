import { observer } from 'mobx-react-lite'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { WhereOn } from '../../features/houseSwitches/WhereOn.tsx'
import { LoadError } from '../../features/rewards/LoadError.tsx'
import { GuestActions } from '../../features/rewards/GuestActions.tsx'
import { PausedNotice } from '../../features/limits/PausedNotice.tsx'
import { useOwnStore, useStores } from '../../stores/useStores.ts'
import { Page } from '../../ui/Page.tsx'
import { PageColumns } from '../../ui/PageColumns.tsx'
import { PageLead } from '../../ui/PageLead.tsx'
import { PageLoading } from '../../ui/PageLoading.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { CheckInStore } from './CheckInStore.ts'
import { MonthCalendar } from './MonthCalendar.tsx'
import { StreakCard } from './StreakCard.tsx'

/** /signInSheet: seven days in a row, each worth more, counted by the server's clock. */
export function SignInSheetScreen() {
  return (
    <WhereOn any={['checkIn']} to="/gamebouns">
      <CheckIns />
    </WhereOn>
  )
}

function CheckIns() {
  const { t } = useTranslation()
  const store = useOwnStore((root) => new CheckInStore(root))
  useEffect(() => store.start(), [store])
  return (
    <Page title={t('rewards.checkIn.title')} lead={t('rewards.checkIn.lead')}>
      <Sheet store={store} />
    </Page>
  )
}

const Sheet = observer(function Sheet({ store }: { store: CheckInStore }) {
  const { t } = useTranslation()
  const { session } = useStores()
  if (session.isPaused) return <PausedNotice />
  if (store.state === 'failed') return <LoadError onRetry={() => store.load()} />
  if (store.state === 'loading' || !store.calendar) {
    return (
      <PageLoading label={t('status.loading')}>
        <Skeleton height="3.3rem" radius="l" />
        <Skeleton height="2.6rem" radius="l" />
      </PageLoading>
    )
  }
  return (
    <PageColumns
      main={<StreakCard store={store} calendar={store.calendar} />}
      side={
        session.isLoggedIn ? (
          <MonthCalendar calendar={store.calendar} />
        ) : (
          <>
            <PageLead>{t('rewards.checkIn.guestText')}</PageLead>
            <GuestActions />
          </>
        )
      }
    />
  )
})
