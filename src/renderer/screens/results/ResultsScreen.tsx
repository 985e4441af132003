import { observer } from 'mobx-react-lite'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { playPeriods, type PlayPeriod } from '#contract/rules/limits.ts'
import { emptyArt } from '../../assets/emptyArt.ts'
import { useOwnStore, useStores } from '../../stores/useStores.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { Page } from '../../ui/Page.tsx'
import { PageColumns } from '../../ui/PageColumns.tsx'
import { PageLoading } from '../../ui/PageLoading.tsx'
import { SegmentedTabs } from '../../ui/SegmentedTabs.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { GamesCard } from './GamesCard.tsx'
import { GuestResults } from './GuestResults.tsx'
import { LimitsLeft } from './LimitsLeft.tsx'
import { MoneyCard } from './MoneyCard.tsx'
import { PrizesCard } from './PrizesCard.tsx'
import { ResultCard } from './ResultCard.tsx'
import { ResultsStore } from './ResultsStore.ts'
import styles from './Results.module.css'

/** /resultados: what a player has staked, got back, paid in and taken out, beside the limits. */
export const ResultsScreen = observer(function ResultsScreen() {
  const { t } = useTranslation()
  const { session } = useStores()
  const store = useOwnStore((root) => new ResultsStore(root))
  useEffect(() => store.start(), [store])
  return (
    <Page title={t('own.results.title')} lead={t('own.results.lead')}>
      {session.isLoggedIn ? (
        <SegmentedTabs<`${PlayPeriod}`>
          aria-label={t('own.results.period')}
          tabs={playPeriods.map((days) => ({ value: `${days}`, label: t(`own.results.periods.${days}`) }))}
          value={`${store.days}`}
          onChange={(days) => store.choose(playPeriods.find((period) => `${period}` === days) ?? 30)}
        >
          <div className={styles.cards} aria-busy={store.state === 'loading'}>
            <Period store={store} />
          </div>
        </SegmentedTabs>
      ) : (
        <GuestResults />
      )}
    </Page>
  )
})

const Period = observer(function Period({ store }: { store: ResultsStore }) {
  const { t } = useTranslation()
  if (store.state === 'failed')
    return (
      <ErrorState
        illustration={emptyArt.offline}
        text={t('own.results.failed')}
        retryLabel={t('actions.retry')}
        onRetry={() => void store.load()}
      />
    )
  if (store.state === 'loading')
    return (
      <PageLoading label={t('status.loading')}>
        <PageColumns
          split="main"
          main={<Skeleton height="4.2rem" radius="l" />}
          side={<Skeleton height="2.2rem" radius="l" />}
        />
      </PageLoading>
    )
  return (
    <PageColumns
      split="main"
      main={
        store.isEmpty ? (
          <EmptyState
            illustration={emptyArt.records}
            title={t('own.results.empty')}
            text={t('own.results.emptyText')}
          />
        ) : (
          <>
            <ResultCard store={store} />
            <GamesCard store={store} />
          </>
        )
      }
      side={
        <>
          <LimitsLeft store={store} />
          {!store.isEmpty && <MoneyCard store={store} />}
          <PrizesCard />
        </>
      }
    />
  )
})
