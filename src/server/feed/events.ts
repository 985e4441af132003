import type { PeriodCode } from '#contract/rules/markets.ts'
import { MatchPeriod } from '#contract/statusCodes.ts'
import type { MatchEvent } from './Feed.ts'
import { profiles, type Profile } from './profiles.ts'
import type { Sport } from '#contract/rules/sports.ts'
import { minuteOf } from './snapshot.ts'
import type { Card } from './statistics.ts'
import type { Count } from './count.ts'
import type { Timeline } from './timeline.ts'

/** How many events of a match are shown at most: the last ones. In basketball there are two a minute. */
export const mostEvents = 20

/** What has happened up to `at` (ms since kick-off), in the order of time, the last ones only. */
export function eventsOf(sport: Sport, timeline: Timeline, cards: readonly Card[], at: number): MatchEvent[] {
  const profile = profiles[sport]
  const until = Math.min(at, timeline.incident?.from ?? Infinity)
  const happened = <Event extends { at: number }>(counts: readonly Event[]) =>
    counts.filter((count) => count.at <= until)
  const minute = (count: Pick<Count, 'at' | 'play'>) => minuteAt(profile, timeline, count)
  const score = { home: 0, away: 0 }
  const inOvertime = timeline.incident?.scores?.filter((count) => count.at <= at) ?? []
  const scores = [...happened(timeline.scores), ...inOvertime].flatMap(
    (count, index, all): (MatchEvent & { at: number })[] => {
      score[count.side] += count.points
      const { at: moment, side, points } = count
      // A round of boxing has points for both: it is one event, of its winner.
      const isFirstOfTwo = profile.kind === 'sets' && all[index + 1]?.at === moment
      if (isFirstOfTwo) return []
      const winner = profile.kind === 'sets' && all[index - 1]?.at === moment ? all[index - 1] : count
      return [
        {
          at: moment,
          kind: 'score',
          minute: minute(count),
          side: winner?.side ?? side,
          points: winner?.points ?? points,
          score: { ...score },
        },
      ]
    },
  )
  const corners = happened(timeline.corners).map((count): MatchEvent & { at: number } => ({
    at: count.at,
    kind: 'corner',
    minute: minute(count),
    side: count.side,
    points: 1,
    score: null,
  }))
  const bookings = happened(cards).map((card): MatchEvent & { at: number } => ({
    at: card.at,
    kind: card.kind,
    minute: minute(card),
    side: card.side,
    points: 0,
    score: null,
  }))
  const periods = periodsOf(profile, timeline, at).map(({ from, period }): MatchEvent & { at: number } => ({
    at: from,
    kind: 'period',
    minute: null,
    side: null,
    points: 0,
    period,
    score: scores.findLast((event) => event.at <= from)?.score ?? { home: 0, away: 0 },
  }))
  return [...scores, ...corners, ...bookings, ...periods]
    .sort((one, other) => one.at - other.at)
    .slice(-mostEvents)
    .map(({ at: _at, ...event }) => event)
}

/** The periods that have begun up to `at`. A sport without halves has none but its end: sets are scores. */
function periodsOf(profile: Profile, timeline: Timeline, at: number): { from: number; period: PeriodCode }[] {
  const { segments, incident, length } = timeline
  const played = segments.filter(
    ({ period }, index) =>
      profile.kind === 'timed' && profile.hasHalves && period !== segments[index - 1]?.period,
  )
  const whole = [...played, { from: length, period: MatchPeriod.finished }]
  const planned = incident ? whole.filter(({ from }) => from < incident.from) : whole
  return [...planned, ...(incident?.steps ?? [])].filter(({ from }) => from <= at)
}

function minuteAt(
  profile: Profile,
  { segments }: Timeline,
  { at, play }: Pick<Count, 'at' | 'play'>,
): number | null {
  const segment = segments.find((each) => each.play === play)
  return segment ? minuteOf(profile, segment, at) : null
}
