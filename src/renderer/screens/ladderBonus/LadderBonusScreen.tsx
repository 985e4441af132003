import { observer } from 'mobx-react-lite'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { GuestActions } from '../../parts/growth/GuestActions.tsx'
import { LadderRules } from '../../parts/growth/LadderRules.tsx'
import { LadderSteps } from '../../parts/growth/LadderSteps.tsx'
import page from '../../parts/growth/page.module.css'
import { PausedNotice } from '../../parts/limits/PausedNotice.tsx'
import { LadderStore } from '../../stores/LadderStore.ts'
import { useFeature, useStores } from '../../stores/useStores.ts'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { LadderProgress } from './LadderProgress.tsx'

/** /ladderBonus: valid invitees to rewards, each step claimed once. */
export const LadderBonusScreen = observer(function LadderBonusScreen() {
  const { t } = useTranslation()
  const { session } = useStores()
  const store = useFeature((root) => new LadderStore(root))
  useEffect(() => store.start(), [store])
  return (
    <div className={page.page}>
      <header>
        <h1 className={page.title}>{t('growth.ladder.title')}</h1>
        <p className={page.lead}>{t('growth.ladder.lead')}</p>
      </header>
      {!session.isLoggedIn && <GuestActions />}
      {session.isPaused && <PausedNotice compact />}
      {session.isLoggedIn && !session.isPaused && <LadderProgress store={store} />}
      {!session.isPaused && <LadderSteps store={store} />}
      <LadderRules />
      {session.isLoggedIn && !session.isPaused && (
        <LinkButton variant="primary" size="l" full to="/share">
          {t('growth.ladder.invite')}
        </LinkButton>
      )}
    </div>
  )
})
