import { observer } from 'mobx-react-lite'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import type { Match, MatchStatistic } from '#contract/http/sports.ts'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'
import styles from './MatchStatistics.module.css'

/** What each side has done so far, with a bar that shows its share. Nothing before kick-off. */
export const MatchStatistics = observer(function MatchStatistics({ match }: { match: Match }) {
  const { t } = useTranslation()
  const id = useId()
  const statistics = match.statistics ?? []
  if (statistics.length === 0) return null
  return (
    <section className={styles.card} aria-labelledby={id}>
      <h2 id={id} className={styles.title}>
        {t('sports.match.statistics.title')}
      </h2>
      <ul className={styles.list}>
        {statistics.map((statistic) => (
          <StatisticRow key={statistic.kind} match={match} statistic={statistic} />
        ))}
      </ul>
    </section>
  )
})

function StatisticRow({ match, statistic }: { match: Match; statistic: MatchStatistic }) {
  const { t } = useTranslation()
  const { kind, home, away } = statistic
  const format = (value: number) => (kind === 'possession' ? `${value}%` : String(value))
  const name = t(`sports.match.statistics.${kind}`)
  const sides = t('sports.match.result', {
    home: match.home,
    homeScore: format(home),
    away: match.away,
    awayScore: format(away),
  })
  return (
    <li className={styles.row}>
      <VisuallyHidden>{`${name}: ${sides}`}</VisuallyHidden>
      <div className={styles.values} aria-hidden>
        <span className={styles.value}>{format(home)}</span>
        <span className={styles.name}>{name}</span>
        <span className={styles.value}>{format(away)}</span>
      </div>
      <div className={styles.bars} aria-hidden>
        <span className={styles.bar}>
          <span className={styles.home} style={{ width: shareOf(home, away) }} />
        </span>
        <span className={styles.bar}>
          <span className={styles.away} style={{ width: shareOf(away, home) }} />
        </span>
      </div>
    </li>
  )
}

function shareOf(value: number, other: number): string {
  return value === 0 ? '0' : `${(100 * value) / (value + other)}%`
}
