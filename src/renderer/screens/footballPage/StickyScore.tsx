import { observer } from 'mobx-react-lite'
import { useEffect, useState } from 'react'
import type { Match } from '#contract/http/sports.ts'
import { MatchClock } from './MatchClock.tsx'
import { hasBegun } from './Scoreboard.tsx'
import styles from './StickyScore.module.css'

/**
 * One line with the score, under the top bar while the score of the scoreboard is scrolled away (`shadow`: Scoreboard.tsx). Not for screen readers: it repeats
 * the scoreboard, which announces every score.
 */
export const StickyScore = observer(function StickyScore(props: {
  match: Match
  shadow: { readonly current: Element | null }
}) {
  const { match, shadow } = props
  const isShown = useIsScrolledAway(shadow)
  const { home, away, homeScore, awayScore } = match
  return (
    <div className={styles.place} aria-hidden>
      {isShown && (
        <div className={styles.line}>
          <span className={styles.name}>{home}</span>
          <b className={styles.score}>{hasBegun(match) ? `${homeScore}–${awayScore}` : '×'}</b>
          <span className={styles.name}>{away}</span>
          <span className={styles.when}>
            <MatchClock match={match} />
          </span>
        </div>
      )}
    </div>
  )
})

function useIsScrolledAway(target: { readonly current: Element | null }): boolean {
  const [isAway, setAway] = useState(false)
  useEffect(() => {
    if (!target.current) return undefined
    const observer = new IntersectionObserver((entries) =>
      // The last one: a fast scroll reports several at once.
      setAway(entries.at(-1)?.isIntersecting === false),
    )
    observer.observe(target.current)
    return () => observer.disconnect()
  }, [target])
  return isAway
}
