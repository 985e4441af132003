import { observer } from 'mobx-react-lite'
import { useEffect, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { formatInHouse } from '#contract/houseTime.ts'
import type { PastMatch } from '#contract/http/form.ts'
import type { Match } from '#contract/http/sports.ts'
import { TeamCrest } from '../../features/odds/TeamCrest.tsx'
import { useOwnStore, useStores } from '../../stores/useStores.ts'
import { classes } from '../../ui/classes.ts'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'
import { FormSkeleton } from './FormSkeleton.tsx'
import { FormStore } from './FormStore.ts'
import styles from './MatchForm.module.css'

/** Before kick-off: the last matches of both sides, and those against each other. Nothing where there are none. */
export const MatchForm = observer(function MatchForm({ match }: { match: Match }) {
  const { t } = useTranslation()
  const id = useId()
  const store = useOwnStore((root) => new FormStore(root, match.id))
  useEffect(() => void store.load(), [store])
  const { form, isLoading } = store
  if (isLoading) return <FormSkeleton />
  if (!form) return null
  const { home, away, meetings } = form
  return (
    <>
      {home.length + away.length > 0 && (
        <section className={styles.card} aria-labelledby={`${id}-form`}>
          <h2 id={`${id}-form`} className={styles.title}>
            {t('sports.match.form.title')}
          </h2>
          <Side match={match} team={match.home} played={home} />
          <Side match={match} team={match.away} played={away} />
        </section>
      )}
      {meetings.length > 0 && (
        <section className={styles.card} aria-labelledby={`${id}-meetings`}>
          <h2 id={`${id}-meetings`} className={styles.title}>
            {t('sports.match.form.meetings')}
          </h2>
          <Balance match={match} meetings={meetings} />
          <ol className={styles.list}>
            {meetings.map((past) => (
              <PastRow key={past.matchId} past={past} />
            ))}
          </ol>
        </section>
      )}
    </>
  )
})

/** The matches of one side, with how each ended for it. */
function Side({ match, team, played }: { match: Match; team: string; played: readonly PastMatch[] }) {
  if (played.length === 0) return null
  return (
    <div className={styles.side}>
      <h3 className={styles.team}>
        <TeamCrest name={team} sport={match.sport} />
        <span>{team}</span>
      </h3>
      <ol className={styles.list}>
        {played.map((past) => (
          <PastRow key={past.matchId} past={past} of={team} />
        ))}
      </ol>
    </div>
  )
}

type Ending = 'won' | 'drawn' | 'lost'

function endingOf({ winner, home }: PastMatch, team: string): Ending {
  if (winner === 'draw') return 'drawn'
  return (winner === 'home') === (home === team) ? 'won' : 'lost'
}

/** A finished match; `of`: the side whose list it is in. */
const PastRow = observer(function PastRow({ past, of }: { past: PastMatch; of?: string }) {
  const { t } = useTranslation()
  const { language } = useStores()
  const { home, away, homeScore, awayScore, winner } = past
  const ending = of === undefined ? undefined : endingOf(past, of)
  const isBold = (side: 'home' | 'away') => (of === undefined ? winner === side : past[side] === of)
  return (
    <li className={classes(styles.past, ending && styles.withEnding)}>
      <time dateTime={past.time} className={styles.date}>
        {formatInHouse(new Date(past.time), language.selected, { day: '2-digit', month: '2-digit' })}
      </time>
      <VisuallyHidden>{t('sports.match.result', { home, homeScore, away, awayScore })}</VisuallyHidden>
      <span className={classes(styles.home, isBold('home') && styles.bold)} aria-hidden>
        {home}
      </span>
      <b className={styles.score} translate="no" aria-hidden>{`${homeScore}–${awayScore}`}</b>
      <span className={classes(styles.away, isBold('away') && styles.bold)} aria-hidden>
        {away}
      </span>
      {ending && (
        <span className={styles.ending} data-ending={ending}>
          <span aria-hidden>{t(`sports.match.form.${ending}Mark`)}</span>
          <VisuallyHidden>{t(`sports.match.form.${ending}`)}</VisuallyHidden>
        </span>
      )}
    </li>
  )
})

/** How often each side has won, as numbers and as shares of one bar. */
function Balance({ match, meetings }: { match: Match; meetings: readonly PastMatch[] }) {
  const { t } = useTranslation()
  const wonBy = (team: string) => meetings.filter((past) => endingOf(past, team) === 'won').length
  const [home, away] = [wonBy(match.home), wonBy(match.away)]
  const parts = [
    ['home', home, t('sports.match.form.wins', { team: match.home })],
    ['draws', meetings.length - home - away, t('sports.match.form.draws')],
    ['away', away, t('sports.match.form.wins', { team: match.away })],
  ] as const
  return (
    <>
      <dl className={styles.balance}>
        {parts.map(([part, count, name]) => (
          <div key={part}>
            <dt>{name}</dt>
            <dd translate="no">{count}</dd>
          </div>
        ))}
      </dl>
      <div className={styles.bar} aria-hidden>
        {parts.map(([part, count]) => (
          <span key={part} data-part={part} style={{ flexGrow: count }} />
        ))}
      </div>
    </>
  )
}
