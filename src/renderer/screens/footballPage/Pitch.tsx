import { observer } from 'mobx-react-lite'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import type { Match, MatchEvent } from '#contract/http/sports.ts'
import { classes } from '../../ui/classes.ts'
import styles from './Pitch.module.css'

/** The drawing's own units: a pitch of 105 by 68 metres. */
const pitch = { width: 105, height: 68 }
/** Minutes of one bar of the pressure graph. */
const barMinutes = 5
const bars = 18
const weights: Record<MatchEvent['kind'], number> = {
  score: 4,
  corner: 2,
  yellowCard: 0,
  redCard: 0,
  period: 0,
}

/** Where the last thing happened: a corner flag, the goal, or where fouls are; the home side plays to the right. */
function ballAt({ kind, side }: MatchEvent): { x: number; y: number } {
  const { width, height } = pitch
  const toRight = (x: number) => (side === 'away' ? width - x : x)
  if (kind === 'score') return { x: toRight(width - 1), y: height / 2 }
  if (kind === 'corner') return { x: toRight(width - 1.5), y: 1.5 }
  return side === null ? { x: width / 2, y: height / 2 } : { x: toRight(width * 0.38), y: height * 0.62 }
}

/** What each side made of each five minutes: goals and corners. */
function pressureOf(events: readonly MatchEvent[]): { home: number; away: number }[] {
  const sums = Array.from({ length: bars }, () => ({ home: 0, away: 0 }))
  for (const { kind, side, minute } of events) {
    if (side === null || minute === null) continue
    const bar = sums[Math.min(bars - 1, Math.floor(minute / barMinutes))]
    if (bar) bar[side] += weights[kind]
  }
  return sums
}

/** A pitch with the ball where something happened last, and the pressure of both sides so far. Football only, once it runs. */
export const Pitch = observer(function Pitch({ match }: { match: Match }) {
  const { t } = useTranslation()
  const id = useId()
  const events = match.events ?? []
  const last = events.at(-1)
  if (match.sport !== 'football' || !last || !match.live) return null
  const ball = ballAt(last)
  const pressure = pressureOf(events)
  const most = Math.max(1, ...pressure.flatMap(({ home, away }) => [home, away]))
  const height = (value: number) => `${(100 * value) / most}%`
  return (
    // The list of events says the same in words.
    <section className={styles.card} aria-labelledby={id}>
      <h2 id={id} className={styles.title}>
        {t('sports.match.pitch')}
      </h2>
      <svg viewBox={`-1 -1 ${pitch.width + 2} ${pitch.height + 2}`} className={styles.pitch} aria-hidden>
        <rect width={pitch.width} height={pitch.height} rx="1.5" className={styles.grass} />
        {[0, 2, 4].map((stripe) => (
          <rect
            key={stripe}
            x={stripe * 17.5 + 8}
            width="17.5"
            height={pitch.height}
            className={styles.stripe}
          />
        ))}
        <g className={styles.lines}>
          <rect width={pitch.width} height={pitch.height} rx="1.5" />
          <path d={`M${pitch.width / 2} 0V${pitch.height}`} />
          <circle cx={pitch.width / 2} cy={pitch.height / 2} r="9.15" />
          <path d="M0 13.8H16.5V54.2H0M105 13.8H88.5V54.2H105M0 24.8H5.5V43.2H0M105 24.8H99.5V43.2H105" />
        </g>
        {last.side && (
          <rect
            x={last.side === 'home' ? pitch.width / 2 : 0}
            width={pitch.width / 2}
            height={pitch.height}
            className={styles[last.side]}
          />
        )}
        <circle cx={ball.x} cy={ball.y} r="4" className={styles.halo} />
        <circle cx={ball.x} cy={ball.y} r="1.6" className={styles.ball} />
      </svg>
      <div className={styles.pressure} aria-hidden>
        {pressure.map(({ home, away }, index) => (
          <span key={index * barMinutes} className={styles.bar}>
            <span className={classes(styles.half, styles.up)}>
              <i className={styles.homeBar} style={{ height: height(home) }} />
            </span>
            <span className={styles.half}>
              <i className={styles.awayBar} style={{ height: height(away) }} />
            </span>
          </span>
        ))}
      </div>
      <div className={styles.legend} aria-hidden>
        <span className={styles.homeName}>{match.home}</span>
        <span className={styles.awayName}>{match.away}</span>
      </div>
    </section>
  )
})
