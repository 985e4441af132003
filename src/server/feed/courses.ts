import type { TimedProfile } from './profiles.ts'
import type { Rates } from './rates.ts'
import { correctionChance } from './resultCorrection.ts'
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
}

/** Courses that are less likely are left out. */
const negligible = 1e-10
/** Further back from the end, in scores expected since, the last score does not lie. */
const [near, far] = [4, 14]

/** Nodes and weights of Gauss-Legendre quadrature with six points on [-1, 1]. */
const nodes = [
  [0.238619186083197, 0.467913934572691],
  [0.661209386466265, 0.360761573048139],
  [0.932469514203152, 0.17132449237917],
].flatMap(([x = 0, weight = 0]) => [[-x, weight] as const, [x, weight] as const])

/**
 * The courses of a match with their probabilities, which add up to 1. Scores fall at the rate of both sides together, so the
 * time of the last one, counted back in expected scores, has the density exp(-u): integrated numerically.
 */
export function coursesOf(
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
