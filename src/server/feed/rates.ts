import type { Fixture } from './calendar.ts'
import { profiles, raceOf, type Race, type TimedProfile } from './profiles.ts'
import { pointChance } from './race.ts'
import { randomOf } from './random.ts'

/** Expected scoring of two teams against each other. */
export interface Rates {
  /** Timed sports: number of scores (not points) of each side in the whole match. */
  scores: { home: number; away: number }
  corners: { home: number; away: number }
  /** Sports with sets: the probability that the home side wins one. */
  homeWins: number
  /** The probability that the home side wins a point of a set, and of a deciding one; 0.5 where none are counted. */
  pointWins: { set: number; decider: number }
}

/**
 * Rates from the strengths of the teams. The strengths depend on the seed and the team, so a team is equally
 * strong in all its matches.
 */
export function ratesOf(seed: string, { sport, home, away }: Fixture): Rates {
  const profile = profiles[sport]
  const [homeStrength, awayStrength] = [strengthOf(seed, sport, home), strengthOf(seed, sport, away)]
  const { spread } = profile
  if (profile.kind === 'sets') {
    const lead = spread * (homeStrength.attack - awayStrength.attack)
    const homeWins = 1 / (1 + Math.exp(-lead))
    const pointWins = (race: Race | undefined) => (race ? pointChance(race, homeWins) : 0.5)
    const set = pointWins(raceOf(profile, 0))
    return {
      ...noScores,
      homeWins,
      pointWins: { set, decider: profile.decider ? pointWins(profile.decider) : set },
    }
  }
  const [homeFactor, awayFactor] = [
    Math.exp(spread * (homeStrength.attack - awayStrength.defence)) * profile.home,
    Math.exp(spread * (awayStrength.attack - homeStrength.defence)) / profile.home,
  ]
  const scores = profile.mean / pointsPerScore(profile)
  const corners = profile.corners ?? 0
  return {
    scores: { home: scores * homeFactor, away: scores * awayFactor },
    // A side that attacks more takes more corners, but by a smaller factor.
    corners: { home: corners * Math.sqrt(homeFactor), away: corners * Math.sqrt(awayFactor) },
    homeWins: 0.5,
    pointWins: evenPoints,
  }
}

const evenPoints = { set: 0.5, decider: 0.5 }
const noScores = { scores: { home: 0, away: 0 }, corners: { home: 0, away: 0 } }

function pointsPerScore({ values }: TimedProfile): number {
  return values.reduce((sum, [points, probability]) => sum + points * probability, 0)
}

/** Attack and defence of a team, each from -1 to 1. */
function strengthOf(seed: string, sport: string, team: string): { attack: number; defence: number } {
  const random = randomOf(seed, `strength:${sport}:${team}`)
  return { attack: 2 * random() - 1, defence: 2 * random() - 1 }
}
