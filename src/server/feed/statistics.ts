import { matchStatistics, type Sport, type StatisticKind } from '#contract/rules/sports.ts'
import { GameTime } from '#contract/statusCodes.ts'
import type { Fixture } from './calendar.ts'
import type { MatchStatistic } from './Feed.ts'
import { poissonMoments, randomOf } from './random.ts'
import type { Rates } from './rates.ts'
import type { Parts } from './snapshot.ts'
import type { Count } from './count.ts'
import type { Timeline } from './timeline.ts'

interface Sides {
  home: number
  away: number
}

/** Moments of play that no bet is on, of an average side in a match. */
const means = { missedShots: 7, shotsOnTarget: 3.2, yellowCards: 1.9, redCards: 0.08 }
/** How far the share of possession moves from its mean in one stretch, a fraction. */
const possessionSwing = 0.12
const stretchMs = 5 * 60_000

/** Scores that count as one statistic, by their points. */
const scoreKinds: Partial<Record<Sport, readonly (readonly [StatisticKind, number])[]>> = {
  basketball: [
    ['threePointers', 3],
    ['twoPointers', 2],
    ['freeThrows', 1],
  ],
  americanFootball: [
    ['touchdowns', 7],
    ['fieldGoals', 3],
  ],
  cricket: [
    ['fours', 4],
    ['sixes', 6],
  ],
}

/** The statistics of a match up to `at` (ms since kick-off). None before kick-off, and none for a sport with sets. */
export function statisticsOf(
  seed: string,
  fixture: Fixture,
  timeline: Timeline,
  rates: Rates,
  at: number,
): MatchStatistic[] {
  const until = Math.min(at, timeline.incident?.from ?? Infinity, timeline.length)
  if (until <= 0) return []
  const counted =
    fixture.sport === 'football'
      ? footballCounts(seed, fixture.id, timeline, rates, until)
      : countsOfScores(fixture.sport, timeline, { until, at })
  return matchStatistics.flatMap((kind) => {
    const sides = counted[kind]
    return sides ? [{ kind, ...sides }] : []
  })
}

/** The statistics of a scripted match: what the sandbox has counted, and the corners of its market. */
export function statisticsOfScript(counted: readonly MatchStatistic[], parts: Parts): MatchStatistic[] {
  const corners = parts[GameTime.cornerKick]
  const taken: MatchStatistic[] = corners ? [{ kind: 'corners', home: corners.home, away: corners.away }] : []
  return matchStatistics.flatMap(
    (kind) => taken.find((each) => each.kind === kind) ?? counted.find((each) => each.kind === kind) ?? [],
  )
}

type Counted = Partial<Record<StatisticKind, Sides>>

function countsOfScores(
  sport: Sport,
  { scores, incident }: Timeline,
  { until, at }: { until: number; at: number },
): Counted {
  const kinds = scoreKinds[sport]
  if (!kinds) return {}
  const inOvertime = incident?.scores?.filter((count) => count.at <= at) ?? []
  const happened = [...scores.filter((count) => count.at <= until), ...inOvertime]
  return {
    ...Object.fromEntries(
      kinds.map(([kind, points]) => [kind, bySide(happened.filter((count) => count.points === points))]),
    ),
    largestLead: largestLead(happened),
  }
}

function footballCounts(seed: string, id: string, timeline: Timeline, rates: Rates, until: number): Counted {
  const homeShare = homeShareOf(rates)
  const played = playedMs(timeline, until)
  const whole = playedMs(timeline, timeline.length)
  const goals = bySide(timeline.scores.filter((count) => count.at <= until))
  const moments = (what: keyof typeof means) =>
    sides(
      (side) => momentsOf(seed, id, rates, what, side).filter((moment) => moment <= played / whole).length,
    )
  const saved = moments('shotsOnTarget')
  const missed = moments('missedShots')
  const shotsOnTarget = sides((side) => goals[side] + saved[side])
  return {
    possession: possession(seed, id, homeShare, played),
    shots: sides((side) => shotsOnTarget[side] + missed[side]),
    shotsOnTarget,
    corners: bySide(timeline.corners.filter((count) => count.at <= until)),
    yellowCards: moments('yellowCards'),
    redCards: moments('redCards'),
  }
}

/** The share of the play that is the home side's, a fraction. */
function homeShareOf({ scores: { home, away } }: Rates): number {
  return Math.sqrt(home) / (Math.sqrt(home) + Math.sqrt(away))
}

/** Fractions of the time of play. Who has less of the ball is booked more often. */
function momentsOf(
  seed: string,
  id: string,
  rates: Rates,
  what: keyof typeof means,
  side: 'home' | 'away',
): number[] {
  const homeShare = homeShareOf(rates)
  const isHome = (side === 'home') === (what === 'missedShots' || what === 'shotsOnTarget')
  const mean = means[what] * 2 * (isHome ? homeShare : 1 - homeShare)
  return poissonMoments(randomOf(seed, `${what}:${id}:${side}`), mean)
}

/** A booking, with its moment in ms since kick-off. */
export interface Card extends Pick<Count, 'at' | 'side' | 'play'> {
  kind: 'yellowCard' | 'redCard'
}

/** The cards of a football match, as its statistics count them. */
export function cardsOf(seed: string, { id, sport }: Fixture, timeline: Timeline, rates: Rates): Card[] {
  if (sport !== 'football') return []
  const whole = playedMs(timeline, timeline.length)
  const kinds = [
    ['yellowCard', 'yellowCards'],
    ['redCard', 'redCards'],
  ] as const
  return kinds.flatMap(([kind, what]) =>
    (['home', 'away'] as const).flatMap((side) =>
      momentsOf(seed, id, rates, what, side).map((moment) => ({
        kind,
        side,
        ...placeOf(timeline, moment * whole),
      })),
    ),
  )
}

/** The moment at which a match has been played for so long, in ms. */
function placeOf({ segments, length }: Timeline, playedFor: number): Pick<Count, 'at' | 'play'> {
  let left = playedFor
  for (const { from, to, play } of segments) {
    if (play === null) continue
    if (left <= to - from) return { at: from + left, play }
    left -= to - from
  }
  return { at: length, play: segments.at(-1)?.play ?? 0 }
}

/** In whole percent, 100 together. */
function possession(seed: string, id: string, homeShare: number, played: number): Sides {
  const random = randomOf(seed, `possession:${id}`)
  const stretches = Math.max(1, Math.ceil(played / stretchMs))
  let sum = 0
  for (let stretch = 0; stretch < stretches; stretch++) {
    sum += homeShare + possessionSwing * (2 * random() - 1)
  }
  const home = Math.round((100 * sum) / stretches)
  return { home, away: 100 - home }
}

/** The largest lead that each side has had, in points. */
function largestLead(scores: readonly Count[]): Sides {
  const most = { home: 0, away: 0 }
  let lead = 0
  for (const { side, points } of scores) {
    lead += side === 'home' ? points : -points
    most.home = Math.max(most.home, lead)
    most.away = Math.max(most.away, -lead)
  }
  return most
}

/** The time of play up to `until`, without breaks, in ms. */
function playedMs({ segments }: Timeline, until: number): number {
  return segments.reduce(
    (sum, { from, to, play }) => sum + (play === null ? 0 : Math.max(0, Math.min(until, to) - from)),
    0,
  )
}

function bySide(counts: readonly Count[]): Sides {
  return sides((side) => counts.filter((count) => count.side === side).length)
}

function sides(count: (side: 'home' | 'away') => number): Sides {
  return { home: count('home'), away: count('away') }
}
