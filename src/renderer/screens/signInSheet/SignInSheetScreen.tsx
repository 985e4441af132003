import { observer } from 'mobx-react-lite'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Failed } from '../../parts/growth/Failed.tsx'
import { GuestActions } from '../../parts/growth/GuestActions.tsx'
import page from '../../parts/growth/page.module.css'
import { PausedNotice } from '../../parts/limits/PausedNotice.tsx'
import { CheckInStore } from '../../stores/CheckInStore.ts'
import { useFeature, useStores } from '../../stores/useStores.ts'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { MonthCalendar } from './MonthCalendar.tsx'
import { StreakCard } from './StreakCard.tsx'

/** /signInSheet (PRODUCT.md section 4): seven days in a row, each worth more, by the server's clock. */
export const SignInSheetScreen = observer(function SignInSheetScreen() {
  const { t } = useTranslation()
  const store = useFeature((root) => new CheckInStore(root))
  useEffect(() => store.start(), [store])
  return (
    <div className={page.page}>
      <header>
        <h1 className={page.title}>{t('rewards.checkIn.title')}</h1>
        <p className={page.lead}>{t('rewards.checkIn.lead')}</p>
      </header>
      <Sheet store={store} />
    </div>
  )
})

const Sheet = observer(function Sheet({ store }: { store: CheckInStore }) {
  const { t } = useTranslation()
  const { session } = useStores()
  if (session.isPaused) return <PausedNotice />
  if (store.state === 'failed') return <Failed onRetry={() => store.load()} />
  if (store.state === 'loading' || !store.calendar) {
    return (
      <div role="status" aria-label={t('status.loading')} className={page.section}>
        <Skeleton height="3.3rem" radius="l" />
        <Skeleton height="2.6rem" radius="l" />
      </div>
    )
  }
  return (
    <>
      <StreakCard store={store} calendar={store.calendar} />
      {session.isLoggedIn ? (
        <MonthCalendar calendar={store.calendar} />
      ) : (
        <>
          <p className={page.lead}>{t('rewards.checkIn.guestText')}</p>
          <GuestActions />
        </>
      )}
    </>
  )
})
