import { observer } from 'mobx-react-lite'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { emptyArt } from '../../assets/emptyArt.ts'
import { GuestActions } from '../../parts/growth/GuestActions.tsx'
import page from '../../parts/growth/page.module.css'
import { LimitsStore } from '../../stores/LimitsStore.ts'
import { useFeature, useStores } from '../../stores/useStores.ts'
import { Card } from '../../ui/Card.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { HelpCard } from './HelpCard.tsx'
import { LimitsCard } from './LimitsCard.tsx'
import { PauseCard } from './PauseCard.tsx'
import { RealityCard } from './RealityCard.tsx'
import { StatementCard } from './StatementCard.tsx'

/** /jogoResponsavel (PRODUCT.md section 10): what players set for themselves; the server keeps it. */
export const JogoResponsavelScreen = observer(function JogoResponsavelScreen() {
  const { t } = useTranslation()
  const { session } = useStores()
  const store = useFeature((root) => new LimitsStore(root))
  useEffect(() => store.start(), [store])
  return (
    <div className={page.page}>
      <header>
        <h1 className={page.title}>{t('limits.title')}</h1>
        <p className={page.lead}>{t('limits.lead')}</p>
      </header>
      {session.isLoggedIn ? (
        <Own store={store} />
      ) : (
        <>
          <p className={page.lead}>{t('limits.guestText')}</p>
          <GuestActions />
        </>
      )}
      <HelpCard />
    </div>
  )
})

const Own = observer(function Own({ store }: { store: LimitsStore }) {
  const { t } = useTranslation()
  if (store.state === 'failed') {
    return (
      <ErrorState
        illustration={emptyArt.offline}
        text={t('limits.loadFailed')}
        retryLabel={t('actions.retry')}
        onRetry={() => void store.load()}
      />
    )
  }
  if (store.state === 'loading') {
    return (
      <div role="status" aria-label={t('status.loading')} className={page.section}>
        <Skeleton height="3.2rem" radius="l" />
        <Skeleton height="2rem" radius="l" />
        <Skeleton height="1.3rem" radius="l" />
      </div>
    )
  }
  return (
    <>
      {store.isAsked && (
        <Card tone="reward">
          <h2>{t('limits.askedTitle')}</h2>
          <p>{t('limits.askedText')}</p>
        </Card>
      )}
      <LimitsCard store={store} />
      <PauseCard store={store} />
      <RealityCard store={store} />
      <StatementCard store={store} />
    </>
  )
})
