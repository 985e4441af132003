import { observer } from 'mobx-react-lite'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Match, MatchEvent } from '#contract/http/sports.ts'
import type { PeriodCode } from '#contract/rules/markets.ts'
import { scoreUnitOf } from '#contract/rules/sports.ts'
import { MatchPeriod } from '#contract/statusCodes.ts'
import { periodName } from '../../features/odds/optionText.ts'
import { Button } from '../../ui/Button.tsx'
import { classes } from '../../ui/classes.ts'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'
import styles from './MatchEvents.module.css'

/** As many fit beside the markets. */
const firstShown = 5

/** What has happened in a match, the last first: scores, corners, cards, periods. Nothing before the first of them. */
export const MatchEvents = observer(function MatchEvents({ match }: { match: Match }) {
  const { t } = useTranslation()
  const id = useId()
  const [showsAll, setShowsAll] = useState(false)
  const events = [...(match.events ?? [])].reverse()
  if (events.length === 0) return null
  const shown = showsAll ? events : events.slice(0, firstShown)
  return (
    <section className={styles.card} aria-labelledby={id}>
      <h2 id={id} className={styles.title}>
        {t('sports.match.events.title')}
      </h2>
      <ol className={styles.events}>
        {shown.map((event, index) => (
          // Counted from the first one, so that a new one leaves the others as they are.
          <EventRow key={events.length - index} match={match} event={event} />
        ))}
      </ol>
      {events.length > shown.length && (
        <Button variant="ghost" size="s" onClick={() => setShowsAll(true)}>
          {t('sports.match.events.all')}
        </Button>
      )}
    </section>
  )
})

const setKeys = {
  TennisSets: 'sports.match.tennisSet',
  Sets: 'sports.match.set',
  Frames: 'sports.match.frame',
} as const

function EventRow({ match, event }: { match: Match; event: MatchEvent }) {
  const { t } = useTranslation()
  const { kind, minute, side, points, score, period } = event
  const unit = scoreUnitOf(match.sport)
  const name = () => {
    if (kind === 'period') return periodName(t, (period ?? MatchPeriod.notOpen) as PeriodCode)
    if (kind !== 'score') return t(`sports.match.events.${kind}`)
    if (unit === 'Goals') return t('sports.match.events.goal')
    if (score && unit !== 'Runs' && unit !== 'Points')
      return t(setKeys[unit], { number: score.home + score.away })
    return `+${points}`
  }
  return (
    <li
      className={classes(styles.event, kind !== 'score' && styles.minor, kind === 'period' && styles.period)}
    >
      {minute !== null && (
        <>
          <span className={styles.minute} aria-hidden>{`${minute}′`}</span>
          <VisuallyHidden>{t('sports.match.minute', { minute })}</VisuallyHidden>
        </>
      )}
      <span className={styles.what}>
        {(kind === 'yellowCard' || kind === 'redCard') && <span className={styles[kind]} aria-hidden />}
        <span>{side === null ? name() : `${name()} · ${match[side]}`}</span>
      </span>
      {score && <span className={styles.score}>{`${score.home}–${score.away}`}</span>}
    </li>
  )
}
