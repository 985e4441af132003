import { observer } from 'mobx-react-lite'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { emptyArt } from '../../assets/emptyArt.ts'
import { GuestState } from '../../features/rewards/GuestState.tsx'
import { useOwnStore, useStores } from '../../stores/useStores.ts'
import { Card } from '../../ui/Card.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { Page } from '../../ui/Page.tsx'
import { PageColumns } from '../../ui/PageColumns.tsx'
import { PageLoading } from '../../ui/PageLoading.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { HelpCard } from './HelpCard.tsx'
import { LimitsCard } from './LimitsCard.tsx'
import { LimitsStore } from './LimitsStore.ts'
import { PauseCard } from './PauseCard.tsx'
import { RealityCard } from './RealityCard.tsx'
import { StatementCard } from './StatementCard.tsx'

/** /jogoResponsavel: the limits and pauses that players set for themselves and the server enforces. */
export const JogoResponsavelScreen = observer(function JogoResponsavelScreen() {
  const { t } = useTranslation()
  const { session } = useStores()
  const store = useOwnStore((root) => new LimitsStore(root))
  useEffect(() => store.start(), [store])
  return (
    <Page title={t('limits.title')} lead={t('limits.lead')}>
      {session.isLoggedIn ? (
        <Own store={store} />
      ) : (
        <PageColumns
          main={<GuestState illustration={emptyArt.kyc} title={t('limits.guestText')} />}
          side={<HelpCard />}
        />
      )}
      {session.isLoggedIn && store.state === 'failed' && <HelpCard />}
    </Page>
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
      <PageLoading label={t('status.loading')}>
        {/* As high as the cards that take their place, so that nothing below moves. */}
        <Skeleton height="3.41rem" radius="l" />
        <Skeleton height="2.29rem" radius="l" />
        <Skeleton height="1.61rem" radius="l" />
        <Skeleton height="1.47rem" radius="l" />
      </PageLoading>
    )
  }
  return (
    <>
      {store.isLimitRequired && (
        <Card tone="reward">
          <h2>{t('limits.askedTitle')}</h2>
          <p>{t('limits.askedText')}</p>
        </Card>
      )}
      <PageColumns
        main={
          <>
            <LimitsCard store={store} />
            <RealityCard store={store} />
          </>
        }
        side={
          <>
            <PauseCard store={store} />
            <StatementCard />
            <HelpCard />
          </>
        }
      />
    </>
  )
})
