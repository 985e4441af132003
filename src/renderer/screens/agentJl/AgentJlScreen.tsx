import { observer } from 'mobx-react-lite'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router-dom'
import { Failed } from '../../parts/growth/Failed.tsx'
import { GuestActions } from '../../parts/growth/GuestActions.tsx'
import { LadderRules } from '../../parts/growth/LadderRules.tsx'
import { LadderSteps } from '../../parts/growth/LadderSteps.tsx'
import page from '../../parts/growth/page.module.css'
import { TeamLevels } from '../../parts/growth/TeamLevels.tsx'
import { AgentStore } from '../../stores/AgentStore.ts'
import { LadderStore } from '../../stores/LadderStore.ts'
import { useFeature, useStores } from '../../stores/useStores.ts'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import styles from './AgentJlScreen.module.css'
import { AgentRules } from './AgentRules.tsx'
import { ClaimCard } from './ClaimCard.tsx'
import { CommissionChart } from './CommissionChart.tsx'

/** /agentJl: commissions by day with their claim, the team, the ladder; `?moveTop=true` goes to the ladder. */
export const AgentJlScreen = observer(function AgentJlScreen() {
  const { t } = useTranslation()
  const { session } = useStores()
  const agent = useFeature((root) => new AgentStore(root))
  const ladder = useFeature((root) => new LadderStore(root))
  useEffect(() => agent.start(), [agent])
  useEffect(() => ladder.start(), [ladder])
  const isReady = ladder.state !== 'loading' && (!session.isLoggedIn || agent.state !== 'loading')
  const ladderRef = useLadderEntry(isReady)
  return (
    <div className={page.page}>
      <header>
        <h1 className={page.title}>{t('growth.agent.title')}</h1>
        <p className={page.lead}>{t('growth.agent.lead')}</p>
      </header>
      {session.isLoggedIn ? <Dashboard store={agent} /> : <Guest />}
      <section ref={ladderRef} tabIndex={-1} className={styles.ladder} aria-labelledby="agent-ladder">
        <div className={page.head}>
          <h2 id="agent-ladder">{t('growth.ladder.title')}</h2>
          <LinkButton to="/ladderBonus">{t('growth.ladder.open')}</LinkButton>
        </div>
        <LadderSteps store={ladder} />
        <LadderRules />
      </section>
    </div>
  )
})

const Dashboard = observer(function Dashboard({ store }: { store: AgentStore }) {
  const { t } = useTranslation()
  if (store.state === 'failed') return <Failed onRetry={() => store.load()} />
  if (!store.overview) {
    return (
      <div role="status" aria-label={t('status.loading')} className={page.section}>
        <Skeleton height="2.38rem" radius="l" />
        <Skeleton height="2.72rem" radius="l" />
        <Skeleton height="1.12rem" radius="l" />
        <Skeleton height="1.12rem" radius="l" />
        <Skeleton height="1.12rem" radius="l" />
      </div>
    )
  }
  return (
    <>
      <ClaimCard store={store} overview={store.overview} />
      <CommissionChart store={store} />
      <section className={page.section} aria-labelledby="agent-team">
        <div className={page.head}>
          <h2 id="agent-team">{t('growth.agent.team')}</h2>
          <LinkButton to="/share">{t('growth.agent.invite')}</LinkButton>
        </div>
        <TeamLevels overview={store.overview} />
      </section>
      <AgentRules rates={store.overview.rates} />
    </>
  )
})

function Guest() {
  const { t } = useTranslation()
  return (
    <>
      <section className={styles.guest} aria-labelledby="agent-guest">
        <h2 id="agent-guest">{t('growth.agent.guestTitle')}</h2>
        <p>{t('growth.agent.guestText')}</p>
        <GuestActions />
      </section>
      <AgentRules />
    </>
  )
}

/** Goes to the ladder once, when everything above it has its height. */
function useLadderEntry(isReady: boolean) {
  const section = useRef<HTMLElement>(null)
  const moves = new URLSearchParams(useLocation().search).get('moveTop') === 'true'
  useEffect(() => {
    if (!moves || !isReady) return
    section.current?.scrollIntoView({ block: 'start' })
    section.current?.focus({ preventScroll: true })
  }, [moves, isReady])
  return section
}
