import { observer } from 'mobx-react-lite'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useStores } from '../../stores/useStores.ts'
import { CelebrationCard } from './CelebrationCard.tsx'
import { CelebrationStore } from './CelebrationStore.ts'
import { CreditFinale, LevelFinale, WithdrawalFinale } from './Finale.tsx'

/** Credits, paid withdrawals, settled bets and VIP levels, on any page. Wins of a round are shown on the stage of their game. */
export const PageCelebration = observer(function PageCelebration() {
  const { t } = useTranslation()
  const celebrations = useStores().feature(CelebrationStore)
  useEffect(() => celebrations.start(), [celebrations])
  const { current } = celebrations
  switch (current?.kind) {
    case 'ticket':
      return <CelebrationCard key={current.id} celebration={current} title={t('loyalty.moments.ticket')} />
    case 'credit':
      return <CreditFinale key={current.id} credit={current} />
    case 'withdrawal':
      return <WithdrawalFinale key={current.id} withdrawal={current} />
    case 'level':
      return <LevelFinale key={current.id} news={current} />
    default:
      return null
  }
})
