import { observer } from 'mobx-react-lite'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { vipRow } from '#contract/rules/vip.ts'
import { formatPercent } from '../../i18n/format.ts'
import { useStores } from '../../stores/useStores.ts'
import { LevelEmblem } from '../../ui/LevelEmblem.tsx'
import { CelebrationCard } from './CelebrationCard.tsx'
import { CelebrationStore } from './CelebrationStore.ts'
import styles from './PageCelebration.module.css'

/** Credits, settled bets and VIP levels, on any page. Wins of a round are shown on the stage of their game. */
export const PageCelebration = observer(function PageCelebration() {
  const { t } = useTranslation()
  const celebrations = useStores().feature(CelebrationStore)
  useEffect(() => celebrations.start(), [celebrations])
  const { current } = celebrations
  if (!current || current.kind === 'win') return null
  if (current.kind !== 'level') {
    const title = t(current.kind === 'ticket' ? 'loyalty.moments.ticket' : 'loyalty.moments.credit')
    return <CelebrationCard key={current.id} celebration={current} place="page" title={title} />
  }
  const { level } = current
  return (
    <CelebrationCard
      key={current.id}
      celebration={current}
      place="page"
      title={t('loyalty.moments.level', { level })}
      picture={<LevelEmblem level={level} className={styles.emblem} />}
    >
      <Unlocked level={level} />
    </CelebrationCard>
  )
})

/** What the level gives from now on. The level-up bonus is not named: it depends on the player's bets. */
const Unlocked = observer(function Unlocked({ level }: { level: number }) {
  const { t } = useTranslation()
  const { language } = useStores()
  const { withdrawalsPerDay, withdrawalFee } = vipRow(level)
  return (
    <dl className={styles.facts}>
      <dt>{t('loyalty.vip.columns.withdrawals')}</dt>
      <dd>{withdrawalsPerDay}</dd>
      <dt>{t('loyalty.vip.columns.fee')}</dt>
      <dd>{formatPercent(withdrawalFee, language.selected)}</dd>
    </dl>
  )
})
