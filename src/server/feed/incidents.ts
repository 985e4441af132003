import type { PeriodCode } from '#contract/rules/markets.ts'
import type { Outcome } from '#contract/rules/settlementRules.ts'
import type { Sport } from '#contract/rules/sports.ts'
import { sportRules } from '#contract/rules/sportRules.ts'
import { MatchPeriod } from '#contract/statusCodes.ts'
import type { Fixture } from './calendar.ts'
import { profiles, type GivenUp, type Overtime } from './profiles.ts'
import { randomOf } from './random.ts'
import type { Rates } from './rates.ts'
import type { Count } from './count.ts'

/** What happens to a match besides its play: from `from` on (ms since kick-off) its scores stand. */
export interface Incident {
  from: number
  /** The periods that follow, with their beginning in ms since kick-off. The last one stays. */
  steps: readonly { from: number; period: PeriodCode }[]
  /** The scores of an overtime that counts for bets; the last step follows them. */
  scores?: readonly Count[]
  /** How the match ended, where a side gave it up. */
  outcome?: Outcome
}

const minuteMs = 60_000
const hourMs = 60 * minuteMs

/** How often a match is not played to its end as planned. */
const chances = { postponed: 0.006, cancelled: 0.003, interrupted: 0.006 }
/** An overtime that decides nothing leads to penalties. */
const decidedInOvertime = 0.55

/** The play that an incident changes. */
interface Play {
  scores: readonly Count[]
  length: number
}

/** Sports that are played in the open air: rain or an accident stops them, too. */
const outdoors: readonly Sport[] = ['tennis', 'baseball', 'americanFootball', 'cricket', 'motorRacing']

/**
 * What happens to this match, as the seed decides it: nothing to almost all of them. Outside football a match is not put
 * off, and outside boxing few are over before their time, so that a sport without a live match is rare.
 */
export function incidentOf(
  seed: string,
  { id, sport }: Fixture,
  play: Play,
  rates: Rates,
): Incident | undefined {
  const profile = profiles[sport]
  const random = randomOf(seed, `incident:${id}`)
  const roll = random()
  const overtime = profile.kind === 'timed' ? profile.overtime : undefined
  if (profile.kind === 'sets' && profile.givenUp) {
    const end = givenUp(randomOf(seed, `given up:${id}`), play, profile.givenUp, rates)
    if (end) return end
  }
  if (sport !== 'football') {
    const isStopped = outdoors.includes(sport) && roll < chances.interrupted
    return isStopped
      ? interrupted(random, play.length, play.length)
      : overtime && overtimeOf(random, play, rates, { sport, overtime })
  }
  if (roll < chances.postponed) return postponed(random)
  if (roll < chances.postponed + chances.cancelled) return permanent(0, MatchPeriod.cancelled)
  if (roll < chances.postponed + chances.cancelled + chances.interrupted)
    return interrupted(random, play.length)
  return overtime && knockout(random, play, overtime)
}

const earlyEnds = ['walkover', 'retirement', 'knockout', 'disqualification'] as const

/**
 * A side does not come, or is stopped: the one that would have lost, at any moment. Then nobody is likelier to win the
 * match than before, and no price of the winner is wrong but for matches that would have been level, where the stop decides;
 * other bets that are not decided are refunded. Prices count on both where it is common.
 */
function givenUp(
  random: () => number,
  { scores, length }: Play,
  chances: GivenUp,
  { homeWins }: Rates,
): Incident | undefined {
  const roll = random()
  let sum = 0
  const reason = earlyEnds.find((each) => roll < (sum += chances[each] ?? 0))
  if (!reason) return undefined
  const lead = scores.reduce((total, { side, points }) => total + (side === 'home' ? points : -points), 0)
  const [from, to] = chances.between
  const at = from + (to - from) * random()
  const isHome = lead === 0 ? random() < homeWins : lead > 0
  const outcome = { winner: isHome ? ('home' as const) : ('away' as const), reason }
  return { ...permanent(reason === 'walkover' ? 0 : Math.round(length * at), MatchPeriod.finished), outcome }
}

/** Put off at its kick-off; some have no new date a few hours later. */
function postponed(random: () => number): Incident {
  const first = { from: 0, period: MatchPeriod.postponed }
  const steps = random() < 0.5 ? [first, { from: 6 * hourMs, period: MatchPeriod.toBeDetermined }] : [first]
  return { from: 0, steps }
}

/** Interrupted during play; most are abandoned, some cancelled, and the others only interrupted for good. */
function interrupted(random: () => number, length: number, earliestEnd = 0): Incident {
  const from = Math.round(length * (0.1 + 0.8 * random()))
  const stop = { from, period: MatchPeriod.interrupted }
  const end = Math.max(from + 30 * minuteMs, earliestEnd)
  const kind = random()
  if (kind < 0.6) return { from, steps: [stop, { from: end, period: MatchPeriod.cutInHalf }] }
  if (kind < 0.8) return { from, steps: [stop, { from: end, period: MatchPeriod.cancelled }] }
  return { from, steps: [stop] }
}

/**
 * A level match goes on until one side scores. Where overtime counts for bets, its score is part of the result; otherwise the
 * result stands.
 */
function overtimeOf(
  random: () => number,
  play: Play,
  rates: Rates,
  { sport, overtime }: { sport: Sport; overtime: Overtime },
): Incident | undefined {
  const incident = knockout(random, play, overtime)
  if (!incident || !sportRules[sport].overtime) return incident
  const at = incident.steps.at(-1)?.from ?? play.length
  const profile = profiles[sport]
  const last = profile.kind === 'timed' ? profile.plays.length - 1 : 0
  const roll = random()
  let sum = 0
  const ends = overtimeScores(sport, rates)
  const score = ends.find(({ probability }) => roll < (sum += probability)) ?? ends.at(-1)
  return score
    ? { ...incident, scores: [{ at, side: score.side, points: score.points, play: last }] }
    : incident
}

/** The score that decides an overtime which counts for bets, with its probabilities; empty where none counts. */
export function overtimeScores(
  sport: Sport,
  { scores: { home, away } }: Rates,
): { side: 'home' | 'away'; points: number; probability: number }[] {
  const profile = profiles[sport]
  if (profile.kind !== 'timed' || !profile.overtime || !sportRules[sport].overtime) return []
  return profile.values.flatMap(([points, p]) => [
    { side: 'home' as const, points, probability: (p * home) / (home + away) },
    { side: 'away' as const, points, probability: (p * away) / (home + away) },
  ])
}

/** Bets are on the match without overtime: its result stands while overtime and penalties go on. */
function knockout(
  random: () => number,
  { scores, length }: Play,
  { minutes, penaltyMinutes, share }: Overtime,
): Incident | undefined {
  const lead = scores.reduce((sum, { side, points }) => sum + (side === 'home' ? points : -points), 0)
  if (lead !== 0 || random() >= share) return undefined
  const end = length + minutes * minuteMs
  const overtime = { from: length, period: MatchPeriod.overtime }
  if (penaltyMinutes === 0 || random() < decidedInOvertime)
    return { from: length, steps: [overtime, { from: end, period: MatchPeriod.finished }] }
  const penalties = { from: end, period: MatchPeriod.penalties }
  const finished = { from: end + penaltyMinutes * minuteMs, period: MatchPeriod.finished }
  return { from: length, steps: [overtime, penalties, finished] }
}

function permanent(from: number, period: PeriodCode): Incident {
  return { from, steps: [{ from, period }] }
}
