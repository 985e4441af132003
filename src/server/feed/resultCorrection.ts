import type { MatchState } from '#contract/rules/markets.ts'
import type { Sport } from '#contract/rules/sports.ts'
import { MatchPeriod } from '#contract/statusCodes.ts'
import { fixturesBetween, type Fixture } from './calendar.ts'
import { longestMs, profiles, type Profile } from './profiles.ts'
import { randomOf } from './random.ts'

const minuteMs = 60_000
/** How often the result of a match that is played to its end is corrected after it was final. Prices count on it. */
export const correctionChance = 0.008
/** When, in minutes after the end. */
const [earliest, latest] = [60, 360] as const

/** Times that are shown to players are multiples of this. */
const shownMs = 5 * minuteMs

/**
 * Until when the result of a match may be expected to be corrected. The end of a match that is not over is that of the
 * longest one of its sport: a part of it may be decided long before.
 */
export function correctionsEnd(
  { sport, startsAt, state }: { sport: Sport; startsAt: Date; state: MatchState },
  now: Date,
): Date {
  const isOver = state.period === MatchPeriod.finished
  const end = isOver
    ? now.getTime() - state.periodAgeMs
    : Math.max(now.getTime(), startsAt.getTime() + longestMs(profiles[sport]))
  // One minute more, so that tickets have followed.
  return new Date(Math.ceil((end + (latest + 1) * minuteMs) / shownMs) * shownMs)
}

/** How a result is corrected, at `at` in ms since kick-off. */
export interface Correction {
  at: number
  /** The last score is taken back, or each score goes to the other side. */
  kind: 'lastScore' | 'sides'
}

/**
 * In sports with sets, whoever has won the last set has won the match: its result cannot lack a score, but it may have been
 * recorded for the wrong sides. So it is where scores are too many for one of them to be missed for hours.
 */
export function correctionKind(profile: Profile): Correction['kind'] {
  return profile.kind === 'sets' || profile.attacks !== undefined ? 'sides' : 'lastScore'
}

interface Count {
  side: 'home' | 'away'
}

/** What a correction depends on and changes. */
interface Play {
  scores: readonly Count[]
  setPoints: readonly Count[]
  length: number
  incident?: { scores?: readonly Count[] } | undefined
}

/**
 * When and how the result of a match is corrected, as the seed decides it: never to almost all matches, to those that were
 * stopped, and to those without a score.
 */
export function correctionOf(
  seed: string,
  { id, sport }: Fixture,
  { scores, length, incident }: Play,
): Correction | undefined {
  const isStopped = incident !== undefined && incident.scores === undefined
  if (isStopped || scores.length === 0) return undefined
  const random = randomOf(seed, `correction:${id}`)
  if (random() >= correctionChance) return undefined
  const after = earliest + Math.floor(random() * (latest - earliest))
  const at = Math.ceil(length / minuteMs) * minuteMs + after * minuteMs
  return { at, kind: correctionKind(profiles[sport]) }
}

/** The match as it is known at `at` (ms since kick-off). */
export function knownTimeline<Timeline extends Play & { correction?: Correction | undefined }>(
  timeline: Timeline,
  at: number,
): Timeline {
  const { correction, scores, setPoints } = timeline
  if (!correction || at < correction.at) return timeline
  // Without a score of regular time, there should have been no overtime: it does not count.
  if (correction.kind === 'lastScore')
    return { ...timeline, scores: scores.slice(0, -1), incident: undefined }
  const { incident } = timeline
  return {
    ...timeline,
    scores: scores.map(forOtherSide),
    setPoints: setPoints.map(forOtherSide),
    ...(incident?.scores && { incident: { ...incident, scores: incident.scores.map(forOtherSide) } }),
  }
}

function forOtherSide<Each extends Count>(count: Each): Each {
  return { ...count, side: count.side === 'home' ? 'away' : 'home' }
}

/** The matches that may have been corrected in the last `ms` up to `now` (ms since 1970). */
export function* maybeCorrected(seed: string, sports: readonly Sport[], now: number, ms: number) {
  for (const sport of sports) {
    const longest = longestMs(profiles[sport]) + latest * minuteMs
    for (const fixture of fixturesBetween(sport, now - ms - longest, now))
      // Most matches need not be played to know that they are not.
      if (randomOf(seed, `correction:${fixture.id}`)() < correctionChance) yield fixture
  }
}
