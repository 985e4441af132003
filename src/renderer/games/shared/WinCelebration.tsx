import { observer } from 'mobx-react-lite'
import { useTranslation } from 'react-i18next'
import { CelebrationCard } from '../../features/celebrations/CelebrationCard.tsx'
import { CelebrationStore } from '../../features/celebrations/CelebrationStore.ts'
import { useStores } from '../../stores/useStores.ts'

/** Celebrates a won round in the middle of the stage. */
export const WinCelebration = observer(function WinCelebration() {
  const { t } = useTranslation()
  const { current } = useStores().feature(CelebrationStore)
  if (current?.kind !== 'win') return null
  const title = { 1: undefined, 2: t('games.bigWin'), 3: t('games.hugeWin') }[current.intensity]
  return (
    <CelebrationCard key={current.id} celebration={current} place="stage" {...(title ? { title } : {})} />
  )
})
