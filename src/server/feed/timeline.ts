import type { PeriodCode } from '#contract/rules/markets.ts'
import { MatchPeriod } from '#contract/statusCodes.ts'
import type { Fixture } from './calendar.ts'
import type { Count } from './count.ts'
import type { PointValues } from './distribution.ts'
import { incidentOf, type Incident } from './incidents.ts'
import { correctionOf, type Correction } from './resultCorrection.ts'
import {
  attackChance,
  longestPoint,
  mostSets,
  nominalMinutes,
  profiles,
  raceOf,
  type SetsProfile,
  type SetWorth,
  type TimedProfile,
} from './profiles.ts'
import { playSet } from './race.ts'
import { attackMoments, poissonMoments, randomOf } from './random.ts'
import { cornerRates } from './corners.ts'
import type { Rates } from './rates.ts'

/** A stretch of play or a break, in ms since kick-off. */
export interface Segment {
  from: number
  to: number
  period: PeriodCode
  /** The index of the stretch of play; null for a break. */
  play: number | null
}

/** Everything that happens in a match. It must not leave the server before it has happened. */
export interface Timeline {
  segments: readonly Segment[]
  /** In the order of time. */
  scores: readonly Count[]
  corners: readonly Count[]
  /** The points of the sets, where they are counted. */
  setPoints: readonly Count[]
  /** The end of the play that bets are on. */
  length: number
  incident?: Incident | undefined
  /** How the result is corrected after the end. */
  correction?: Correction | undefined
}

const minuteMs = 60_000

/** The match as the seed decides it. */
export function timelineOf(seed: string, fixture: Fixture, rates: Rates): Timeline {
  const profile = profiles[fixture.sport]
  const play =
    profile.kind === 'timed'
      ? timedMatch(seed, fixture.id, profile, rates)
      : setsMatch(seed, fixture.id, profile, rates)
  const incident = incidentOf(seed, fixture, play, rates)
  return { ...play, incident, correction: correctionOf(seed, fixture, { ...play, incident }) }
}

function timedMatch(seed: string, id: string, profile: TimedProfile, rates: Rates): Timeline {
  const segments = timedSegments(seed, id, profile)
  const counts = (name: string, of: Rates['scores'], values: PointValues) =>
    segments
      .flatMap(({ from, to, play }) => {
        if (play === null) return []
        const { share = 0, minutes = 1 } = profile.plays[play] ?? {}
        // Added time brings scores of its own.
        const time = (to - from) / (nominalMinutes(profile, minutes) * minuteMs)
        return (['home', 'away'] as const).flatMap((side) => {
          const random = randomOf(seed, `${name}:${id}:${play}:${side}`)
          const moments =
            name !== 'corners' && profile.attacks !== undefined
              ? attackMoments(random, profile.attacks, attackChance(profile, play, of[side]))
              : poissonMoments(random, of[side] * share * time)
          return moments.map((moment): Count => {
            const at = from + Math.floor(moment * (to - from))
            return { at, side, play, points: pointsOf(values, random()) }
          })
        })
      })
      .sort((a, b) => a.at - b.at)
  return {
    segments,
    scores: likelyScores(seed, id, profile, (attempt) =>
      counts(attempt === 0 ? 'scores' : `scores${attempt}`, rates.scores, profile.values),
    ),
    corners: profile.corners ? counts('corners', cornerRates(seed, id, rates), [[1, 1]]) : [],
    setPoints: [],
    length: segments.at(-1)?.to ?? 0,
  }
}

/**
 * Scores of independent sides until some are accepted: a result that the profile makes likelier always is, the others as
 * often as they are less likely than that (rejection sampling).
 */
function likelyScores(
  seed: string,
  id: string,
  { levelResults }: TimedProfile,
  draw: (attempt: number) => Count[],
): Count[] {
  if (!levelResults) return draw(0)
  const highest = 1 + Math.max(...levelResults.map(({ more }) => more))
  const random = randomOf(seed, `level:${id}`)
  for (let attempt = 0; ; attempt++) {
    const scores = draw(attempt)
    const goalsOf = (side: 'home' | 'away') => scores.filter((count) => count.side === side).length
    const [home, away] = [goalsOf('home'), goalsOf('away')]
    const more = home === away ? (levelResults.find(({ goals }) => goals === home)?.more ?? 0) : 0
    if (random() * highest < 1 + more) return scores
  }
}

function timedSegments(
  seed: string,
  id: string,
  { plays, stoppage: [least, most] }: TimedProfile,
): Segment[] {
  const random = randomOf(seed, `stoppage:${id}`)
  const segments: Segment[] = []
  let at = 0
  const add = (minutes: number, period: PeriodCode, play: number | null) => {
    segments.push({ from: at, to: at + Math.round(minutes * minuteMs), period, play })
    at = segments.at(-1)?.to ?? at
  }
  plays.forEach(({ minutes, half, breakAfter }, play) => {
    const period = half === 1 ? MatchPeriod.firstHalf : MatchPeriod.secondHalf
    add(minutes + least + random() * (most - least), period, play)
    const isHalfTime = half === 1 && plays[play + 1]?.half === 2
    if (breakAfter > 0) add(breakAfter, isHalfTime ? MatchPeriod.midfield : period, null)
  })
  return segments
}

function pointsOf(values: PointValues, random: number): number {
  let sum = 0
  for (const [points, probability] of values) {
    sum += probability
    if (random < sum) return points
  }
  return values.at(-1)?.[0] ?? 1
}

function setsMatch(seed: string, id: string, profile: SetsProfile, rates: Rates): Timeline {
  const segments: Segment[] = []
  const scores: Count[] = []
  const setPoints: Count[] = []
  const won = { home: 0, away: 0 }
  let from = 0
  for (let play = 0; play < mostSets(profile); play++) {
    const random = randomOf(seed, `set:${id}:${play}`)
    const points = pointsOfSet(profile, rates, { play, from, random })
    setPoints.push(...points)
    const to = points.at(-1)?.at ?? from + minutesOfSet(profile) * minuteMs
    segments.push({ from, to, period: periodOfSet(profile, play), play })
    const side = points.at(-1)?.side ?? (random() < rates.homeWins ? 'home' : 'away')
    const worth = worthOf(profile, random())
    scores.push({ at: to, side, points: worth.won, play })
    if (worth.lost > 0)
      scores.push({ at: to, side: side === 'home' ? 'away' : 'home', points: worth.lost, play })
    from = to
    if (++won[side] === profile.target && !profile.all) break
  }
  return { segments, scores, corners: [], setPoints, length: from }
}

/** None where the points of a set are not counted. How long each takes says nothing about those that follow. */
function pointsOfSet(
  profile: SetsProfile,
  { pointWins }: Rates,
  { play, from, random }: { play: number; from: number; random: () => number },
): Count[] {
  const race = raceOf(profile, play)
  if (!race) return []
  let at = from
  return playSet(race, race === profile.decider ? pointWins.decider : pointWins.set, random).map((side) => {
    const length = 2 - longestPoint + 2 * (longestPoint - 1) * random()
    at += Math.round(length * race.pointMinutes * minuteMs)
    return { at, side, points: 1, play }
  })
}

function minutesOfSet({ set }: SetsProfile): number {
  return 'minutes' in set ? set.minutes : 0
}

function worthOf({ worth }: SetsProfile, random: number): SetWorth {
  let sum = 0
  const found = worth.find(({ probability }) => random < (sum += probability))
  return found ?? (worth.at(-1) as SetWorth)
}

/** The first half of the possible sets counts as the first half of the match. */
function periodOfSet(profile: SetsProfile, set: number): PeriodCode {
  return set < Math.floor(mostSets(profile) / 2) ? MatchPeriod.firstHalf : MatchPeriod.secondHalf
}
