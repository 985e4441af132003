import { observer } from 'mobx-react-lite'
import { useTranslation } from 'react-i18next'
import { ZERO, type Cents } from '#contract/money.ts'
import { vipRow } from '#contract/rules/vip.ts'
import { PlayerLoadError } from '../../features/rewards/PlayerLoadError.tsx'
import { levelProgress, type LevelProgress } from '../../features/vip/levelProgress.ts'
import { LevelPoster } from '../../features/vip/LevelPoster.tsx'
import { formatMoney } from '../../i18n/format.ts'
import { useStores } from '../../stores/useStores.ts'
import { LevelEmblem } from '../../ui/LevelEmblem.tsx'
import { Progress } from '../../ui/Progress.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import styles from './LevelCard.module.css'

/** The player's level, and the progress of deposits and bets towards the next one. */
export const LevelCard = observer(function LevelCard() {
  const { t } = useTranslation()
  const root = useStores()
  const { session } = root
  const { player } = session
  if (!player && session.hasFailed) {
    return (
      <div className={styles.failed}>
        <PlayerLoadError />
      </div>
    )
  }
  if (!player) {
    return (
      <div role="status" aria-label={t('status.loading')} className={styles.waiting}>
        {/* As high as the card in any language and at any size. */}
        <div inert className={styles.unseen}>
          <Card progress={levelProgress(newcomer)} />
        </div>
        <Skeleton className={styles.over} radius="l" />
      </div>
    )
  }
  const progress = levelProgress(player)
  return (
    <>
      <Card progress={progress} />
      {progress.level > 0 && <LevelPoster level={progress.level} />}
    </>
  )
})

const newcomer = { level: 0, depositSum: ZERO, betSum: ZERO, nextLevel: null }

const Card = observer(function Card({ progress: { level, next } }: { progress: LevelProgress }) {
  const { t } = useTranslation()
  const { language, device } = useStores()
  return (
    <section className={styles.card} aria-labelledby="vip-level">
      <div className={styles.head}>
        <LevelEmblem level={level} className={styles.emblem} />
        <div>
          <p className={styles.soft}>{t('loyalty.vip.yourLevel')}</p>
          <h2 id="vip-level" className={styles.level}>
            {t('loyalty.vip.level', { level })}
          </h2>
          <p className={styles.soft}>
            {next ? t('loyalty.vip.goal', { level: next.level }) : t('loyalty.vip.top')}
          </p>
        </div>
      </div>
      {next && (
        <>
          <Bar label={t('loyalty.vip.deposits')} {...next.deposits} />
          <Bar label={t('loyalty.vip.bets')} {...next.bets} />
          {device.has('levels') && (
            <p className={styles.reward}>
              <span>{t('loyalty.vip.nextBonus')}</span>
              <b translate="no" className="num">
                {formatMoney(vipRow(next.level).promotionBonus, language.selected)}
              </b>
            </p>
          )}
        </>
      )}
    </section>
  )
})

const Bar = observer(function Bar({ label, sum, goal }: { label: string; sum: Cents; goal: Cents }) {
  const { t } = useTranslation()
  const { selected } = useStores().language
  const text = t('loyalty.vip.of', { sum: formatMoney(sum, selected), goal: formatMoney(goal, selected) })
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
