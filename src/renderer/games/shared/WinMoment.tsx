import { observer } from 'mobx-react-lite'
import { useTranslation } from 'react-i18next'
import { MomentCard } from '../../features/moments/MomentCard.tsx'
import { MomentStore } from '../../features/moments/MomentStore.ts'
import { useStores } from '../../stores/useStores.ts'

/** Celebrates a won round in the middle of the stage. */
export const WinMoment = observer(function WinMoment() {
  const { t } = useTranslation()
  const { current } = useStores().feature(MomentStore)
  if (current?.kind !== 'win') return null
  const title = { 1: undefined, 2: t('games.bigWin'), 3: t('games.hugeWin') }[current.intensity]
  return <MomentCard key={current.id} moment={current} place="stage" {...(title ? { title } : {})} />
})
