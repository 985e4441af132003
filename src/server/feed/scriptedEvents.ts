import type { PeriodCode, Score } from '#contract/rules/markets.ts'
import { hasHalves, type Sport } from '#contract/rules/sports.ts'
import { MatchPeriod } from '#contract/statusCodes.ts'
import { mostEvents } from './events.ts'
import type { MatchEvent, MatchStatistic } from './Feed.ts'

/** What the sandbox lets happen in a match besides a score. */
export interface ScriptedIncident {
  kind: 'corner' | 'yellowCard' | 'redCard'
  side: 'home' | 'away'
}

/** What one call has changed in a scripted match. */
export interface ScriptedChange {
  sport: Sport
  before: Score
  after: Score
  minute: number | null
  /** The period that begins with this call. */
  period: PeriodCode | null
  incident: ScriptedIncident | null
}

const statisticOf = { yellowCard: 'yellowCards', redCard: 'redCards' } as const

/** The events of a scripted match after a change. A lower score takes back the scores above it. */
export function eventsAfter(events: readonly MatchEvent[], change: ScriptedChange): MatchEvent[] {
  const { after, minute, incident } = change
  const standing = events.filter(
    ({ kind, score }) => kind !== 'score' || !score || (score.home <= after.home && score.away <= after.away),
  )
  const scores = scoresOf(change)
  const incidents = incident
    ? [{ ...incident, minute, points: Number(incident.kind === 'corner'), score: null }]
    : []
  const begun = periodOf(change)
  // Play that begins comes before its first score, an end after the last one.
  const isPlay = begun?.score === change.before
  const periods = begun ? [begun] : []
  const added = isPlay ? [...periods, ...scores, ...incidents] : [...scores, ...incidents, ...periods]
  return [...standing, ...added].slice(-mostEvents)
}

function scoresOf({ before, after, minute }: ScriptedChange): MatchEvent[] {
  const score = { ...before }
  return (['home', 'away'] as const).flatMap((side): MatchEvent[] => {
    const points = after[side] - before[side]
    score[side] = after[side]
    return points > 0 ? [{ kind: 'score', minute, side, points, score: { ...score } }] : []
  })
}

/** Sports without halves have an event for their end only: sets are scores. */
function periodOf({ sport, period, before, after }: ScriptedChange): MatchEvent | null {
  if (period === null || period === MatchPeriod.notOpen) return null
  if (!hasHalves(sport) && period > 0) return null
  const isPlay = period > 0 && period !== MatchPeriod.midfield
  return { kind: 'period', minute: null, side: null, points: 0, period, score: isPlay ? before : after }
}

/** Counts the incident; the other statistics stay as they were. */
export function statisticsAfter(
  statistics: readonly MatchStatistic[],
  { incident }: ScriptedChange,
): readonly MatchStatistic[] {
  // Corners are counted by their market.
  if (!incident || incident.kind === 'corner') return statistics
  const kind = statisticOf[incident.kind]
  const counted: MatchStatistic = statistics.find((each) => each.kind === kind) ?? { kind, home: 0, away: 0 }
  return [
    ...statistics.filter((each) => each !== counted),
    { ...counted, [incident.side]: counted[incident.side] + 1 },
  ]
}
