import type { Score } from '#contract/rules/markets.ts'
import { negativeBinomial, type Distribution } from './distribution.ts'
import type { TimedProfile } from './profiles.ts'
import { randomOf } from './random.ts'
import type { Rates } from './rates.ts'

/**
 * Matches have more or fewer corners than the sides make expect: the rate of both together has a factor with a gamma
 * distribution of this (whole) shape and the mean 1, which nobody knows before the match.
 */
const shape = 64
/** By how much the home side's share of the corners differs from what the sides make expect, as a standard deviation. */
const shareSpread = 0.17
/** Whoever attacks takes them: no side has all. */
const shares = { least: 0.1, most: 0.9 }

/** The corners that are still to come. Those taken so far tell something about the match's factor. */
export function cornersToCome(
  profile: TimedProfile,
  remaining: readonly number[],
  { corners }: Rates,
  taken: Score,
): { home: number; away: number; total: Distribution } {
  const left = profile.plays.reduce((sum, { share }, play) => sum + share * (remaining[play] ?? 0), 0)
  const expected = corners.home + corners.away
  const known = taken.home + taken.away
  const factor = (shape + known) / (shape + expected * (1 - left))
  const mean = expected * left * factor
  return {
    home: corners.home * left * factor,
    away: corners.away * left * factor,
    total: negativeBinomial(mean, shape + known),
  }
}

/** The rates of a match's corners as the seed decides them. */
export function cornerRates(seed: string, id: string, { corners: { home, away } }: Rates): Score {
  if (home + away === 0) return { home, away }
  const random = randomOf(seed, `corners:${id}`)
  let factor = 0
  // A gamma variable of a whole shape is a sum of exponential ones.
  for (let i = 0; i < shape; i++) factor -= Math.log(1 - random()) / shape
  // Three uniform variables on [-1, 1] have a variance of 1 together.
  const shift = shareSpread * (2 * (random() + random() + random()) - 3)
  const share = Math.min(shares.most, Math.max(shares.least, home / (home + away) + shift))
  const total = (home + away) * factor
  return { home: total * share, away: total * (1 - share) }
}
