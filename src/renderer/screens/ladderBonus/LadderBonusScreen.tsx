import { observer } from 'mobx-react-lite'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { WhereOn } from '../../features/houseSwitches/WhereOn.tsx'
import { GuestActions } from '../../features/rewards/GuestActions.tsx'
import { LadderRules } from '../../features/referrals/LadderRules.tsx'
import { LadderSteps } from '../../features/referrals/LadderSteps.tsx'
import { LadderStore } from '../../features/referrals/LadderStore.ts'
import { PausedNotice } from '../../features/limits/PausedNotice.tsx'
import { useOwnStore, useStores } from '../../stores/useStores.ts'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { Page } from '../../ui/Page.tsx'
import { PageColumns } from '../../ui/PageColumns.tsx'
import { LadderProgress } from './LadderProgress.tsx'

/** /ladderBonus: rewards for valid invited players, each step claimed once. */
export function LadderBonusScreen() {
  return (
    <WhereOn any={['ladder']} to="/agentJl">
      <Ladder />
    </WhereOn>
  )
}

const Ladder = observer(function Ladder() {
  const { t } = useTranslation()
  const { session } = useStores()
  const store = useOwnStore((root) => new LadderStore(root))
  useEffect(() => store.start(), [store])
  // What is below the steps comes once they have their height.
  const isPlaced = session.isPaused || store.state !== 'loading'
  return (
    <Page title={t('loyalty.ladder.title')} lead={t('loyalty.ladder.lead')}>
      <PageColumns
        split="main"
        main={
          <>
            {!session.isLoggedIn && <GuestActions />}
            {session.isPaused && <PausedNotice compact />}
            {session.isLoggedIn && !session.isPaused && <LadderProgress store={store} />}
            {!session.isPaused && <LadderSteps store={store} />}
          </>
        }
        side={
          <>
            {isPlaced && <LadderRules />}
            {isPlaced && session.isLoggedIn && !session.isPaused && (
              <LinkButton variant="primary" size="l" full to="/share">
                {t('loyalty.ladder.invite')}
              </LinkButton>
            )}
          </>
        }
      />
    </Page>
  )
})
