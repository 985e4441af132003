import { observer } from 'mobx-react-lite'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import type { Match } from '#contract/http/sports.ts'
import { MatchClock } from './MatchClock.tsx'
import { hasBegun } from './Scoreboard.tsx'
import styles from './StickyScore.module.css'

/**
 * One line with the score, under the top bar while the scoreboard (`children`) is scrolled away. Not for screen readers: it
 * repeats the scoreboard, which announces every score.
 */
export const StickyScore = observer(function StickyScore(props: { match: Match; children: ReactNode }) {
  const { match, children } = props
  const shadow = useRef<HTMLSpanElement>(null)
  const isShown = useIsScrolledAway(shadow)
  const { home, away, homeScore, awayScore } = match
  return (
    <>
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
      <div className={styles.scoreboard}>
        {children}
        <span ref={shadow} className={styles.shadow} aria-hidden />
      </div>
    </>
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
