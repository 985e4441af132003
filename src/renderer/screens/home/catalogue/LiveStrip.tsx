import { observer } from 'mobx-react-lite'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { hasHalves, isSport } from '#contract/rules/sports.ts'
import { MatchPeriod } from '#contract/statusCodes.ts'
import { OddsStore } from '../../../features/odds/OddsStore.ts'
import { useStores } from '../../../stores/useStores.ts'
import { Badge } from '../../../ui/Badge.tsx'
import { classes } from '../../../ui/classes.ts'
import { LinkButton } from '../../../ui/LinkButton.tsx'
import type { CatalogueStore } from './CatalogueStore.ts'
import headStyles from './SectionHead.module.css'
import styles from './Strips.module.css'

type Match = CatalogueStore['liveMatches'][number]

/** Periods that a live match can be in. */
const periodKeys = {
  1: 'firstHalf',
  2: 'halfTime',
  3: 'secondHalf',
  4: 'extraTime',
  5: 'penalties',
} as const

/** A sport without halves has no name for what is played. */
function periodKey({ sport, period }: Pick<Match, 'sport' | 'period'>) {
  const isHalf = period === MatchPeriod.firstHalf || period === MatchPeriod.secondHalf
  if (isHalf && !(isSport(sport) && hasHalves(sport))) return 'live'
  return period in periodKeys ? periodKeys[period as keyof typeof periodKeys] : 'live'
}

/** Live matches, when there are any. */
export const LiveStrip = observer(function LiveStrip({ catalogue }: { catalogue: CatalogueStore }) {
  const { t } = useTranslation()
  const { liveMatches } = catalogue
  if (liveMatches.length === 0) return null
  return (
    <section aria-labelledby="section-live">
      <div className={headStyles.head}>
        <h2 id="section-live">{t('home.matches.title')}</h2>
        <LinkButton to="/footballPage" className={styles.toAll}>
          {t('home.matches.count', { count: liveMatches.length })}
        </LinkButton>
      </div>
      <ul className={classes(styles.scroller, styles.matches)}>
        {liveMatches.map((match) => (
          <li key={match.matchId} className={styles.match}>
            <MatchCard match={match} />
          </li>
        ))}
      </ul>
    </section>
  )
})

function MatchCard({ match }: { match: Match }) {
  const { t } = useTranslation()
  const { home, away, homeScore, awayScore, prices } = match
  const name = t('home.matches.score', { home, homeScore, away, awayScore })
  const to = `/footballPage?match=${encodeURIComponent(match.matchId)}`
  return (
    <div className={styles.matchCard}>
      <Link to={to} className={styles.matchLink}>
        <Badge tone="live">{t(`home.periods.${periodKey(match)}`)}</Badge>
        <span className={styles.sides} role="img" aria-label={name}>
          <span className={styles.sideName}>{home}</span>
          <span className={styles.score}>{homeScore}</span>
          <span className={styles.sideName}>{away}</span>
          <span className={styles.score}>{awayScore}</span>
        </span>
      </Link>
      {prices ? <Prices to={to} match={match} prices={prices} /> : <i className={styles.none} />}
    </div>
  )
}

const drawSign = 'X'

/** Each leads to its match, with the price on the slip. */
const Prices = observer(function Prices(props: {
  to: string
  match: Match
  prices: NonNullable<Match['prices']>
}) {
  const { to, match, prices } = props
  const odds = useStores().feature(OddsStore)
  const hasDraw = prices.length === 3
  const signs = hasDraw ? ['1', drawSign, '2'] : ['1', '2']
  const names = hasDraw ? [match.home, drawSign, match.away] : [match.home, match.away]
  return (
    <div className={styles.prices}>
      {prices.map(({ key, odds: price }, index) => (
        <Link
          key={key}
          to={`${to}&pick=${encodeURIComponent(key)}`}
          className={styles.price}
          aria-label={`${names[index]} ${odds.text(price)}`}
        >
          <span className={styles.sign}>{signs[index]}</span>
          <b translate="no">{odds.text(price)}</b>
        </Link>
      ))}
    </div>
  )
})
