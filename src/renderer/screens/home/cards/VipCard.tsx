import ChevronRight from 'lucide-react/icons/chevron-right'
import { observer } from 'mobx-react-lite'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { Cents } from '#contract/money.ts'
import { VIP_MAX_LEVEL, vipRow } from '#contract/rules/vip.ts'
import { LoadError } from '../../../features/rewards/LoadError.tsx'
import { levelProgress } from '../../../features/vip/levelProgress.ts'
import { formatMoney } from '../../../i18n/format.ts'
import { useStores } from '../../../stores/useStores.ts'
import { LevelEmblem } from '../../../ui/LevelEmblem.tsx'
import { Progress } from '../../../ui/Progress.tsx'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import styles from './VipCard.module.css'

/** The player's level, and the progress to the next one. */
export const VipCard = observer(function VipCard() {
  const { t } = useTranslation()
  const root = useStores()
  const { player, hasFailed } = root.session
  if (!player && hasFailed)
    return (
      <div className={styles.waiting}>
        <LoadError compact onRetry={() => root.refreshBalance()} />
      </div>
    )
  if (!player) return <Skeleton className={styles.waiting} radius="l" />
  const { level, next } = levelProgress(player)
  return (
    <section className={styles.card} aria-labelledby="card-vip">
      <div className={styles.head}>
        <LevelEmblem level={level} className={styles.emblem} />
        <div className={styles.texts}>
          <p className={styles.soft}>{t('home.vip.yourLevel')}</p>
          <h2 id="card-vip" className={styles.title}>
            {t('home.vip.level', { level })}
          </h2>
          {next && <p className={styles.soft}>{t('home.vip.goal', { level: next.level })}</p>}
        </div>
        <Link to="/vip" className={styles.link} aria-label={t('home.vip.benefits')}>
          <ChevronRight aria-hidden />
        </Link>
      </div>
      {next ? (
        <div className={styles.bars}>
          <Bar label={t('home.vip.deposits')} {...next.deposits} />
          <Bar label={t('home.vip.bets')} {...next.bets} />
        </div>
      ) : (
        <p className={styles.soft}>{t('home.vip.top', { times: vipRow(VIP_MAX_LEVEL).withdrawalsPerDay })}</p>
      )}
    </section>
  )
})

const Bar = observer(function Bar({ label, sum, goal }: { label: string; sum: Cents; goal: Cents }) {
  const { t } = useTranslation()
  const { selected } = useStores().language
  const text = t('home.vip.of', { sum: formatMoney(sum, selected), goal: formatMoney(goal, selected) })
  return (
    <div>
      <p className={styles.bar}>
        <span>{label}</span>
        <span className="num">{text}</span>
      </p>
      <Progress aria-label={label} value={sum} max={goal} valueText={text} />
    </div>
  )
})
