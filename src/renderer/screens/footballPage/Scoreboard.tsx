import { observer } from 'mobx-react-lite'
import type { Ref } from 'react'
import { useTranslation } from 'react-i18next'
import type { Match } from '#contract/http/sports.ts'
import { MatchPeriod } from '#contract/statusCodes.ts'
import { classes } from '../../ui/classes.ts'
import { LiveText } from '../../ui/LiveText.tsx'
import { MatchClock } from './MatchClock.tsx'
import { longestWord, partsOf } from '../../features/odds/matchTexts.ts'
import { TeamCrest } from '../../features/odds/TeamCrest.tsx'
import styles from './Scoreboard.module.css'
import { SportIcon } from './sportIcons.tsx'

/** A match that was cancelled, or whose date is not known, may have been played for a while. */
function neverBegan({ period, homeScore, awayScore }: Match): boolean {
  if (period === MatchPeriod.notOpen || period === MatchPeriod.postponed) return true
  const isOff = period === MatchPeriod.cancelled || period === MatchPeriod.toBeDetermined
  return isOff && homeScore + awayScore === 0
}

/** There is a score to show. */
export function hasBegun(match: Match): boolean {
  return match.live || !neverBegan(match)
}

/**
 * Both sides, the score, and the scores by period: sets, halves, quarters, corners. `shadow` is out of sight once the score is
 * under what lies over the page.
 */
export const Scoreboard = observer(function Scoreboard(props: {
  match: Match
  shadow: Ref<HTMLSpanElement>
}) {
  const { match, shadow } = props
  const { t } = useTranslation()
  const { home, away, homeScore, awayScore } = match
  const isScored = hasBegun(match)
  return (
    <section className={styles.card} aria-label={t('sports.match.score')}>
      <span className={styles.clip}>
        <SportIcon sport={match.sport} className={styles.backdrop} />
      </span>
      <span className={styles.when}>
        <MatchClock match={match} beats />
      </span>
      <div className={styles.board}>
        <span ref={shadow} className={styles.shadow} aria-hidden />
        <div
          className={classes(
            styles.sides,
            isScored && styles.scored,
            longestWord(home, away) > 10 && styles.wide,
          )}
        >
          <Side match={match} name={home} />
          {isScored ? (
            <Score
              text={`${homeScore}–${awayScore}`}
              name={t('sports.match.result', { home, homeScore, away, awayScore })}
            />
          ) : (
            <span className={styles.versus} aria-hidden>
              ×
            </span>
          )}
          <Side match={match} name={away} />
        </div>
      </div>
      {isScored && <Parts match={match} />}
    </section>
  )
})

function Side({ match, name }: { match: Match; name: string }) {
  return (
    <span className={styles.name}>
      <TeamCrest name={name} sport={match.sport} className={styles.crest} />
      <span>{name}</span>
    </span>
  )
}

/** Shows the two numbers; screen readers hear the whole sentence when it changes. */
function Score({ text, name }: { text: string; name: string }) {
  const { t } = useTranslation()
  return (
    <>
      <span className={classes(styles.score, text.length > 4 && styles.long)} aria-hidden>
        {text}
      </span>
      <LiveText label={t('sports.match.score')} text={name} className={styles.unseen} />
    </>
  )
}

const Parts = observer(function Parts({ match }: { match: Match }) {
  const { t } = useTranslation()
  const parts = partsOf(t, match)
  if (parts.length === 0) return null
  return (
    <table className={styles.parts}>
      <thead>
        <tr>
          <th scope="col">
            <span className={styles.unseen}>{t('sports.match.team')}</span>
          </th>
          {parts.map(({ name, short }) => (
            <th key={name} scope="col">
              <abbr title={name}>{short}</abbr>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {(['home', 'away'] as const).map((side) => (
          <tr key={side}>
            <th scope="row">{match[side]}</th>
            {parts.map((part) => (
              <td key={part.name} className={part.isOver ? undefined : styles.open}>
                {part[side]}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
})
