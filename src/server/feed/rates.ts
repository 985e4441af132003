import type { Fixture } from './calendar.ts'
import { leagueNamed, type Scoring } from './leagues.ts'
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
export function ratesOf(seed: string, { sport, league, home, away }: Fixture): Rates {
  const profile = profiles[sport]
  const [homeStrength, awayStrength] = [strengthOf(seed, sport, home), strengthOf(seed, sport, away)]
  const { spread } = profile
  if (profile.kind === 'sets') {
    const lead = spread * (homeStrength.own - awayStrength.own)
    const homeWins = 1 / (1 + Math.exp(-lead))
    const pointWins = (race: Race | undefined) => (race ? pointChance(race, homeWins) : 0.5)
    const set = pointWins(raceOf(profile, 0))
    return {
      ...noScores,
      homeWins,
      pointWins: { set, decider: profile.decider ? pointWins(profile.decider) : set },
    }
  }
  const { scoring } = leagueNamed(sport, league) ?? {}
  const advantage = scoring ? Math.sqrt(scoring.homeRatio) : profile.home
  const mean = scoring ? meanOfSide(scoring, spread) : profile.mean
  const [homeFactor, awayFactor] = [
    Math.exp(spread * (homeStrength.attack - awayStrength.defence)) * advantage,
    Math.exp(spread * (awayStrength.attack - homeStrength.defence)) / advantage,
  ]
  const scores = mean / pointsPerScore(profile)
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

/** The rate of two average sides on neutral ground: the spread of the strengths makes the mean of all matches higher. */
function meanOfSide({ mean, homeRatio }: Scoring, spread: number): number {
  const ofSpread = Math.exp((spread * spread) / 3)
  return mean / (Math.sqrt(homeRatio) + 1 / Math.sqrt(homeRatio)) / ofSpread
}

/** Sides that attack well defend well: the correlation of the two. */
const correlation = 0.55

/**
 * Attack and defence of a team, each with the variance of a number between -1 and 1, and its strength as a whole, which is
 * such a number.
 */
function strengthOf(
  seed: string,
  sport: string,
  team: string,
): { attack: number; defence: number; own: number } {
  const random = randomOf(seed, `strength:${sport}:${team}`)
  const [common, attack, defence] = [2 * random() - 1, 2 * random() - 1, 2 * random() - 1]
  const [shared, single] = [Math.sqrt(correlation), Math.sqrt(1 - correlation)]
  return {
    attack: shared * common + single * attack,
    defence: shared * common + single * defence,
    own: common,
  }
}
