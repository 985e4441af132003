import type { Score } from '#contract/rules/markets.ts'
import { certain, compoundPoisson, manyOf, sumOf, type Distribution } from './distribution.ts'
import { attackChance, type TimedProfile } from './profiles.ts'
import type { Snapshot } from './snapshot.ts'

/**
 * The points that a side is still to score in these stretches of play. In sports without attacks any number of scores may
 * follow; of attacks only those are left that have not been used.
 */
export function pointsToCome(
  profile: TimedProfile,
  snapshot: Snapshot,
  { side, scores }: { side: keyof Score; scores: number },
  plays: readonly number[],
): Distribution {
  const { values, attacks } = profile
  if (attacks === undefined) {
    const share = plays.reduce(
      (sum, play) => sum + (snapshot.remaining[play] ?? 0) * (profile.plays[play]?.share ?? 0),
      0,
    )
    return compoundPoisson(scores * share, values)
  }
  return plays.reduce((sum, play) => {
    const left = snapshot.remaining[play] ?? 0
    if (left === 0) return sum
    const all = attackChance(profile, play, scores)
    const used = left === 1 ? 0 : scoresIn(profile, snapshot, play)[side]
    // Of those that have not scored yet, each does in the time that is left.
    const chance = (all * left) / (1 - all * (1 - left))
    return sumOf(sum, manyOf(Math.max(0, attacks - used), chance, values))
  }, certain(0))
}

/** The scores of both sides in a stretch of play so far; estimated by its points where they are not counted. */
function scoresIn({ plays, values }: TimedProfile, { scored, state }: Snapshot, play: number): Score {
  if (scored) return scored
  const { quarter } = plays[play] ?? {}
  const { home = 0, away = 0 } = (quarter && state.parts[quarter]) ?? {}
  const mean = values.reduce((sum, [points, probability]) => sum + points * probability, 0)
  return { home: Math.round(home / mean), away: Math.round(away / mean) }
}
