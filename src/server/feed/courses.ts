import type { Score } from '#contract/rules/markets.ts'
import { GameTime } from '#contract/statusCodes.ts'
import type { TimedProfile } from './profiles.ts'
import type { Rates } from './rates.ts'
import { correctionChance, correctionKind } from './resultCorrection.ts'
import type { LastScore, Snapshot } from './snapshot.ts'

/**
 * One way in which a timed match may be decided. In each of them both sides score independently (compound Poisson) in the
 * play that is left. Where the result is corrected, the last score is taken back: the play up to that score is what counts.
 */
export interface Course {
  probability: number
  /** For each stretch of play the fraction that counts, from now on. */
  remaining: readonly number[]
  /** The stretch in which the last score falls; null where the result is not corrected, or no more score follows. */
  lastIn: number | null
  /** The score that is taken back when no more score follows. */
  takenBack?: LastScore
  /** The result is corrected: no overtime counts. */
  isCorrected: boolean
  /** The result is corrected: each score is the other side's. */
  isSwapped?: true
  /** What is scored from now on in each stretch of play, less what is taken back, where the course fixes it; nothing else is scored. */
  exact?: readonly Score[]
}

/** Courses that are less likely are left out. */
const negligible = 1e-10
/** Further back from the end, in scores expected since, the last score does not lie. */
const [near, far] = [4, 14]

/** Nodes and weights of Gauss-Legendre quadrature with four points on [-1, 1]: corrections are too rare for more to change a price. */
const nodes = [
  [0.339981043584856, 0.652145154862546],
  [0.861136311594053, 0.347854845137454],
].flatMap(([x = 0, weight = 0]) => [[-x, weight] as const, [x, weight] as const])

/**
 * The courses of a match with their probabilities, which add up to 1. Where a profile makes some level results likelier than
 * they are for sides that score independently, the match is one of independent sides or, with what these results have more
 * than that, one that ends so: its scores then fall into the stretches of play by chance.
 */
export function coursesOf(profile: TimedProfile, snapshot: Snapshot, rates: Rates): Course[] {
  const before = known.get(snapshot)
  if (before?.rates === rates) return before.courses
  const courses = allCourses(profile, snapshot, rates)
  known.set(snapshot, { rates, courses })
  return courses
}

/** Each part of a match asks for the same ones. */
const known = new WeakMap<Snapshot, { rates: Rates; courses: Course[] }>()

function allCourses(profile: TimedProfile, snapshot: Snapshot, rates: Rates): Course[] {
  if (correctionKind(profile) === 'sides') return swappedCourses(snapshot)
  const independent = independentCourses(profile, snapshot, rates)
  const level = levelCourses(profile, snapshot, rates)
  if (level.length === 0) return independent
  const sum = level.reduce((total, { probability }) => total + probability, 1)
  return [...independent, ...level].map((course) => ({ ...course, probability: course.probability / sum }))
}

/** The match as it is played and, where its result may be corrected, recorded for the wrong sides. */
function swappedCourses({ remaining, correction }: Snapshot): Course[] {
  const played = { remaining, lastIn: null, isCorrected: false }
  if (!correction) return [{ ...played, probability: 1 }]
  return [
    { ...played, probability: 1 - correctionChance },
    { ...played, probability: correctionChance, isSwapped: true },
  ]
}

/**
 * The courses of sides that score independently. Scores fall at the rate of both sides together, so the
 * time of the last one, counted back in expected scores, has the density exp(-u): integrated numerically.
 */
function independentCourses(
  profile: TimedProfile,
  { remaining, correction }: Snapshot,
  rates: Rates,
): Course[] {
  if (!correction) return [{ probability: 1, remaining, lastIn: null, isCorrected: false }]
  const courses: Course[] = [
    { probability: 1 - correctionChance, remaining, lastIn: null, isCorrected: false },
  ]
  const rate = rates.scores.home + rates.scores.away
  /** Of the correction, without a score in any later stretch. */
  let probability = correctionChance
  for (let play = profile.plays.length - 1; play >= 0 && probability > negligible; play--) {
    const left = remaining[play] ?? 0
    const expected = rate * (profile.plays[play]?.share ?? 0) * left
    if (expected === 0) continue
    const moments = lastMoments(expected)
    for (const { back, weight } of moments) {
      const counted = remaining.map((each, other) =>
        other < play ? each : other > play ? 0 : left * (1 - back / expected),
      )
      courses.push({ probability: probability * weight, remaining: counted, lastIn: play, isCorrected: true })
    }
    probability *= Math.exp(-expected)
  }
  if (probability > negligible) {
    const nothing = remaining.map(() => 0)
    const { last: takenBack } = correction
    courses.push({
      probability,
      remaining: nothing,
      lastIn: null,
      isCorrected: true,
      ...(takenBack && { takenBack }),
    })
  }
  const sum = courses.reduce((total, course) => total + course.probability, 0)
  return courses.map((course) => ({ ...course, probability: course.probability / sum }))
}

/** How far the last score is from the end, in expected scores, with weights that add up to the probability of any score. */
function lastMoments(expected: number): { back: number; weight: number }[] {
  const panels = [
    [0, Math.min(expected, near)],
    [near, Math.min(expected, far)],
  ] as const
  const moments = panels.flatMap(([from, to]) =>
    to <= from
      ? []
      : nodes.map(([x, weight]) => {
          const back = from + ((to - from) * (1 + x)) / 2
          return { back, weight: (Math.exp(-back) * weight * (to - from)) / 2 }
        }),
  )
  const sum = moments.reduce((total, { weight }) => total + weight, 0)
  return moments.map(({ back, weight }) => ({ back, weight: (weight * (1 - Math.exp(-expected))) / sum }))
}

/** The courses that end with one of the profile's level results, with what each result weighs more than without. */
function levelCourses(
  profile: TimedProfile,
  { remaining, correction, state }: Snapshot,
  rates: Rates,
): Course[] {
  const { levelResults } = profile
  if (!levelResults) return []
  const { home, away } = state.parts[GameTime.fullMatch] ?? { home: 0, away: 0 }
  const shares = profile.plays.map(({ share }, play) => share * (remaining[play] ?? 0))
  const left = shares.reduce((sum, share) => sum + share, 0)
  return levelResults.flatMap(({ goals, more }) => {
    const toCome = { home: goals - home, away: goals - away }
    if (toCome.home < 0 || toCome.away < 0) return []
    const probability =
      more *
      poissonChance(rates.scores.home * left, toCome.home) *
      poissonChance(rates.scores.away * left, toCome.away)
    if (probability === 0) return []
    return splitsOf(toCome.home, shares, left).flatMap(([ofHome, homeChance]) =>
      splitsOf(toCome.away, shares, left).flatMap(([ofAway, awayChance]) => {
        const exact = ofHome.map((each, play) => ({ home: each, away: ofAway[play] ?? 0 }))
        return withCorrection(exact, probability * homeChance * awayChance, correction)
      }),
    )
  })
}

/** A course as it is played and, where its result may be corrected, with its last score taken back. */
function withCorrection(
  exact: readonly Score[],
  probability: number,
  correction: Snapshot['correction'],
): Course[] {
  const remaining = exact.map(() => 0)
  const played = { remaining, lastIn: null, exact, isCorrected: false }
  if (!correction) return [{ ...played, probability }]
  const courses: Course[] = [{ ...played, probability: probability * (1 - correctionChance) }]
  const corrected = { ...played, isCorrected: true }
  const last = exact.findLastIndex(({ home, away }) => home + away > 0)
  if (last < 0) {
    const { last: takenBack } = correction
    const taken = takenBack && { takenBack }
    return [...courses, { ...corrected, probability: probability * correctionChance, ...taken }]
  }
  const { home, away } = exact[last] as Score
  for (const side of ['home', 'away'] as const) {
    const share = (side === 'home' ? home : away) / (home + away)
    if (share === 0) continue
    const without = exact.map((score, play) =>
      play === last ? { ...score, [side]: score[side] - 1 } : score,
    )
    courses.push({ ...corrected, exact: without, probability: probability * correctionChance * share })
  }
  return courses
}

/** How `count` scores may fall into stretches of play, each with its share of what is left, with the probabilities. */
function splitsOf(
  count: number,
  [share = 0, ...others]: readonly number[],
  left: number,
): [counts: number[], probability: number][] {
  if (others.length === 0) return [[[count], 1]]
  const inFirst = left > 0 ? share / left : 0
  const splits: [number[], number][] = []
  for (let first = 0; first <= count; first++) {
    const chance = binomialChance(count, first, inFirst)
    if (chance === 0) continue
    for (const [rest, probability] of splitsOf(count - first, others, left - share))
      splits.push([[first, ...rest], chance * probability])
  }
  return splits
}

function poissonChance(mean: number, count: number): number {
  let p = Math.exp(-mean)
  for (let i = 1; i <= count; i++) p *= mean / i
  return p
}

function binomialChance(count: number, hits: number, p: number): number {
  let ways = 1
  for (let i = 1; i <= hits; i++) ways *= (count - hits + i) / i
  return ways * p ** hits * (1 - p) ** (count - hits)
}
