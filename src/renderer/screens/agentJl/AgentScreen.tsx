import { observer } from 'mobx-react-lite'
import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router-dom'
import { useTranslation } from 'react-i18next'
import { AgentStore } from '../../features/referrals/AgentStore.ts'
import { LoadError } from '../../features/rewards/LoadError.tsx'
import { GuestActions } from '../../features/rewards/GuestActions.tsx'
import { LadderRules } from '../../features/referrals/LadderRules.tsx'
import { LadderSteps } from '../../features/referrals/LadderSteps.tsx'
import { LadderStore } from '../../features/referrals/LadderStore.ts'
import { TeamLevels } from '../../features/referrals/TeamLevels.tsx'
import { useOwnStore, useStores } from '../../stores/useStores.ts'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { Page } from '../../ui/Page.tsx'
import { PageColumns } from '../../ui/PageColumns.tsx'
import { PageLoading } from '../../ui/PageLoading.tsx'
import { PageSection } from '../../ui/PageSection.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { useIsWide } from '../../ui/useIsWide.ts'
import styles from './AgentScreen.module.css'
import { AgentRules } from './AgentRules.tsx'
import { ClaimCard } from './ClaimCard.tsx'
import { CommissionChart } from './CommissionChart.tsx'

/**
 * /agentJl: commissions by day with their claim, the team, the ladder. `?moveTop=true` scrolls to the ladder.
 */
export const AgentScreen = observer(function AgentScreen() {
  const { t } = useTranslation()
  const { session, device } = useStores()
  const agent = useOwnStore((root) => new AgentStore(root))
  const ladder = useOwnStore((root) => new LadderStore(root))
  useEffect(() => agent.start(), [agent])
  useEffect(() => ladder.start(), [ladder])
  // It comes once what is above it has its height.
  const hasPlace = !session.isLoggedIn || agent.state !== 'loading'
  const ladderRef = useScrollToLadder(hasPlace && ladder.state !== 'loading')
  const side = hasPlace && device.has('ladder') && (
    <PageSection
      ref={ladderRef}
      tabIndex={-1}
      className={styles.ladder}
      title={t('loyalty.ladder.title')}
      aside={<LinkButton to="/ladderBonus">{t('loyalty.ladder.open')}</LinkButton>}
    >
      <LadderSteps store={ladder} />
      {ladder.state !== 'loading' && <LadderRules />}
    </PageSection>
  )
  return (
    <Page title={t('loyalty.agent.title')} lead={t('loyalty.agent.lead')}>
      <PageColumns main={session.isLoggedIn ? <Dashboard store={agent} /> : <Guest />} side={side} />
    </Page>
  )
})

const Dashboard = observer(function Dashboard({ store }: { store: AgentStore }) {
  const { t } = useTranslation()
  if (store.state === 'failed') return <LoadError onRetry={() => store.load()} />
  if (!store.overview) {
    return (
      <PageLoading label={t('status.loading')}>
        <Skeleton height="2.38rem" radius="l" />
        <Skeleton height="2.72rem" radius="l" />
        <Skeleton height="1.12rem" radius="l" />
        <Skeleton height="1.12rem" radius="l" />
        <Skeleton height="1.12rem" radius="l" />
      </PageLoading>
    )
  }
  return (
    <>
      <ClaimCard store={store} overview={store.overview} />
      <CommissionChart store={store} />
      <PageSection
        title={t('loyalty.agent.team')}
        aside={<LinkButton to="/share">{t('loyalty.agent.invite')}</LinkButton>}
      >
        <TeamLevels overview={store.overview} />
      </PageSection>
      <AgentRules rates={store.overview.rates} />
    </>
  )
})

function Guest() {
  const { t } = useTranslation()
  return (
    <>
      <section className={styles.guest} aria-labelledby="agent-guest">
        <h2 id="agent-guest">{t('loyalty.agent.guestTitle')}</h2>
        <p>{t('loyalty.agent.guestText')}</p>
        <GuestActions />
      </section>
      <AgentRules open={useIsWide()} />
    </>
  )
}

/** Scrolls to the ladder once, when everything above it has its final height. */
function useScrollToLadder(isReady: boolean) {
  const section = useRef<HTMLElement>(null)
  const scrolls = new URLSearchParams(useLocation().search).get('moveTop') === 'true'
  useEffect(() => {
    if (!scrolls || !isReady) return
    section.current?.scrollIntoView({ block: 'start' })
    section.current?.focus({ preventScroll: true })
  }, [scrolls, isReady])
  return section
}
