import {
  codeOfScore,
  correctScores,
  scoreOfSide,
  type CorrectScore,
  type GameTimeCode,
  type Score,
  type Selection,
} from '#contract/rules/markets.ts'
import { returnFactor, type FinalCode } from '#contract/rules/settlement.ts'
import { BetResult, GameTime } from '#contract/statusCodes.ts'
import {
  certain,
  compoundPoisson,
  differenceOf,
  distributionOf,
  mirrored,
  mixtureOf,
  sumOf,
  type Distribution,
} from './distribution.ts'
import { pointsToCome } from './attacks.ts'
import { cornersToCome } from './corners.ts'
import { coursesOf, type Course } from './courses.ts'
import { overtimeScores } from './incidents.ts'
import {
  mostSets,
  profiles,
  raceOf,
  setsPlayed,
  stopChance,
  type SetsProfile,
  type TimedProfile,
} from './profiles.ts'
import { setChance } from './race.ts'
import type { Rates } from './rates.ts'
import { correctionChance } from './resultCorrection.ts'
import { partialsOf, type LastScore, type Snapshot } from './snapshot.ts'

/** How a part of a match may still end, with a correction of its result after that. */
export interface Forecast {
  /** The current score. */
  score: Score
  /** The home side's lead, and the total, at the end of the part. */
  lead: Distribution
  total: Distribution
  /** The score itself, in sports whose bets are on it. */
  scores?: Grid
  /** Whether less than a minute is left, or nothing. */
  isClosing: boolean
  /** That the match is stopped before its end, in sports where that is common, and then won by the home side if it was level. */
  stop?: { chance: number; home: number }
}

/** The probabilities of scores: `p[home * size + away]`. */
interface Grid {
  size: number
  p: Float64Array
}

/** The probability of each final code of a selection. */
export type Chances = Record<FinalCode, number>

/** The forecast of a part of a match; undefined for a part that the sport does not have. */
export function forecastOf(snapshot: Snapshot, rates: Rates, gameTime: GameTimeCode): Forecast | undefined {
  const profile = profiles[snapshot.fixture.sport]
  const { home = 0, away = 0, final = false } = snapshot.state.parts[gameTime] ?? {}
  const score = { home, away }
  if (final) return finalForecast(score, profile)
  if (profile.kind === 'sets')
    return gameTime === GameTime.fullMatch ? setsForecast(profile, snapshot, rates) : undefined
  const plays = playsOf(profile, gameTime)
  if (!plays) return undefined
  return timedForecast(profile, snapshot, rates, {
    score,
    plays,
    gameTime,
    overtime: gameTime === GameTime.fullMatch ? overtimeScores(snapshot.fixture.sport, rates) : [],
  })
}

function playsOf(profile: TimedProfile, gameTime: GameTimeCode): readonly number[] | undefined {
  if (gameTime === GameTime.fullMatch || (gameTime === GameTime.cornerKick && profile.corners))
    return profile.plays.map((_, index) => index)
  return partialsOf(profile).find((part) => part.gameTime === gameTime)?.plays
}

function timedForecast(
  profile: TimedProfile,
  snapshot: Snapshot,
  rates: Rates,
  {
    score,
    plays,
    gameTime,
    overtime,
  }: { score: Score; plays: readonly number[]; gameTime: GameTimeCode; overtime: OvertimeScores },
): Forecast {
  const { remaining } = snapshot
  const minutes = plays.reduce(
    (sum, play) => sum + (remaining[play] ?? 0) * (profile.plays[play]?.minutes ?? 0),
    0,
  )
  const isClosing = minutes < 1
  if (gameTime === GameTime.cornerKick)
    return { ...cornersForecast(profile, snapshot, rates, score), isClosing }
  const { home, away } = rates.scores
  const { values, attacks } = profile
  const rated = endsOf(profile, coursesOf(profile, snapshot, rates), {
    plays,
    hasOvertime: overtime.length > 0,
  })
  const toCome =
    attacks === undefined
      ? undefined
      : (side: keyof Score) => pointsToCome(profile, snapshot, { side, scores: rates.scores[side] }, plays)
  const ends = rated.map((end): Outcomes => {
    const { probability, share, exact, takenBack, isCorrected, isSwapped } = end
    const start = scoreWithout(score, takenBack)
    if (exact) {
      const [atHome, atAway] = [start.home + exact.home, start.away + exact.away]
      const known = [certain(atHome), certain(atAway)] as const
      return { probability, lead: certain(atHome - atAway), total: certain(atHome + atAway), sides: known }
    }
    const sides = [
      shifted(toCome?.('home') ?? compoundPoisson(home * share, values), start.home),
      shifted(toCome?.('away') ?? compoundPoisson(away * share, values), start.away),
    ] as const
    const lead = differenceOf(...sides)
    // Without attacks both sides together are one that scores as often, with the same values: no convolution.
    const total = toCome
      ? sumOf(...sides)
      : shifted(compoundPoisson((home + away) * share, values), start.home + start.away)
    if (isCorrected || overtime.length === 0) return swappedIf(isSwapped, { probability, lead, total, sides })
    const decided = withOvertime({ lead, total }, levelScores(...sides), overtime)
    return swappedIf(isSwapped, { probability, sides, ...decided })
  })
  return {
    score,
    lead: mixtureOf(ends.map(({ lead, probability }) => [lead, probability])),
    total: mixtureOf(ends.map(({ total, probability }) => [total, probability])),
    ...(gameTime === GameTime.fullMatch && profile.ways === 3 && { scores: gridOf(ends) }),
    isClosing,
  }
}

/** Corners are not corrected. */
function cornersForecast(
  profile: TimedProfile,
  { remaining }: Snapshot,
  rates: Rates,
  score: Score,
): Pick<Forecast, 'score' | 'lead' | 'total'> {
  const sides = cornersToCome(profile, remaining, rates, score)
  return {
    score,
    // Nobody can bet on who takes more of them.
    lead: shifted(
      differenceOf(compoundPoisson(sides.home, one), compoundPoisson(sides.away, one)),
      score.home - score.away,
    ),
    total: shifted(sides.total, score.home + score.away),
  }
}

interface Outcomes {
  probability: number
  lead: Distribution
  total: Distribution
  /** The scores of home and away, before an overtime. */
  sides: readonly [home: Distribution, away: Distribution]
}

function swappedIf(isSwapped: boolean, outcomes: Outcomes): Outcomes {
  if (!isSwapped) return outcomes
  const { lead, sides } = outcomes
  return { ...outcomes, lead: mirrored(lead), sides: [sides[1], sides[0]] }
}

function gridOf(ends: readonly Outcomes[]): Grid {
  const size = Math.max(...ends.flatMap(({ sides }) => sides.map(({ from, p }) => from + p.length)))
  const p = new Float64Array(size * size)
  for (const { probability, sides } of ends) {
    const [home, away] = sides
    for (let h = 0; h < home.p.length; h++) {
      const weight = probability * (home.p[h] as number)
      const row = (home.from + h) * size + away.from
      for (let a = 0; a < away.p.length; a++) p[row + a]! += weight * (away.p[a] as number)
    }
  }
  return { size, p }
}

/** A corner counts one. */
const one = [[1, 1]] as const

type OvertimeScores = ReturnType<typeof overtimeScores>

/** The scores at which a match may be level, with their probabilities. */
function levelScores(home: Distribution, away: Distribution): [score: number, probability: number][] {
  const from = Math.max(home.from, away.from)
  const end = Math.min(home.from + home.p.length, away.from + away.p.length)
  return Array.from({ length: Math.max(0, end - from) }, (_, i) => [
    from + i,
    (home.p[from + i - home.from] as number) * (away.p[from + i - away.from] as number),
  ])
}

/** Lead and total after an overtime in which one score decides what was level. */
function withOvertime(
  { lead, total }: { lead: Distribution; total: Distribution },
  level: readonly (readonly [score: number, probability: number])[],
  overtime: OvertimeScores,
): { lead: Distribution; total: Distribution } {
  const sum = level.reduce((all, [, p]) => all + p, 0)
  return {
    lead: distributionOf([
      ...valuesOf(lead).filter(([value]) => value !== 0),
      ...overtime.map(({ side, points, probability }): [number, number] => [
        side === 'home' ? points : -points,
        sum * probability,
      ]),
    ]),
    total: distributionOf([
      ...valuesOf(total),
      ...level.flatMap(([score, p]): [number, number][] => [
        [2 * score, -p],
        ...overtime.map(({ points, probability }): [number, number] => [2 * score + points, p * probability]),
      ]),
    ]),
  }
}

function valuesOf({ from, p }: Distribution): [value: number, probability: number][] {
  return Array.from(p, (probability, i) => [from + i, probability])
}

/** A share of the match's scoring that still counts for a part, and a score of it that is taken back. */
interface End {
  probability: number
  share: number
  /** The scores that are still to come, where the course fixes them. */
  exact?: Score | undefined
  takenBack?: LastScore | undefined
  /** No overtime counts; false where none does anyway. */
  isCorrected: boolean
  isSwapped: boolean
}

/** What the courses mean for a part; those that differ only in other parts are one. */
function endsOf(
  profile: TimedProfile,
  courses: readonly Course[],
  { plays, hasOvertime }: { plays: readonly number[]; hasOvertime: boolean },
): End[] {
  const ends = new Map<string, End>()
  for (const course of courses) {
    const { probability, remaining, exact: scores, takenBack: last, isSwapped = false } = course
    const isCorrected = course.isCorrected && hasOvertime
    const takenBack = last && plays.includes(last.play) ? last : undefined
    const share = plays.reduce(
      (sum, play) => sum + (remaining[play] ?? 0) * (profile.plays[play]?.share ?? 0),
      0,
    )
    const exact = scores && sumIn(scores, plays)
    const key = `${share} ${exact?.home}-${exact?.away} ${takenBack !== undefined} ${isCorrected} ${isSwapped}`
    ends.set(key, {
      share,
      exact,
      takenBack,
      isCorrected,
      isSwapped,
      probability: probability + (ends.get(key)?.probability ?? 0),
    })
  }
  return [...ends.values()]
}

/** What is scored in these stretches of play together. */
export function sumIn(scores: readonly Score[], plays: readonly number[]): Score {
  const sum = { home: 0, away: 0 }
  for (const play of plays) {
    sum.home += scores[play]?.home ?? 0
    sum.away += scores[play]?.away ?? 0
  }
  return sum
}

/** The score without one that is taken back. */
export function scoreWithout(score: Score, takenBack: LastScore | undefined): Score {
  return takenBack ? { ...score, [takenBack.side]: score[takenBack.side] - takenBack.points } : score
}

function setsForecast(profile: SetsProfile, snapshot: Snapshot, rates: Rates): Forecast {
  const score = scoreInSets(snapshot)
  const finals = setsFinals(profile, snapshot, rates)
  return {
    score,
    lead: distributionOf(finals.map(([{ home, away }, p]) => [home - away, p])),
    total: distributionOf(finals.map(([{ home, away }, p]) => [home + away, p])),
    isClosing: isEnd(profile, score),
    ...stopOf(profile, score, rates),
  }
}

/** No stop so far makes one less likely. */
function stopOf(profile: SetsProfile, score: Score, { homeWins }: Rates): Pick<Forecast, 'stop'> {
  const { givenUp } = profile
  if (!givenUp?.isPriced) return {}
  const [from, to] = givenUp.between
  const all = stopChance(givenUp)
  const past = Math.min(1, Math.max(0, (setsPlayed(profile, score) / mostSets(profile) - from) / (to - from)))
  return { stop: { chance: (all * (1 - past)) / (1 - all * past), home: homeWins } }
}

function scoreInSets({ state }: Snapshot): Score {
  const { home = 0, away = 0 } = state.parts[GameTime.fullMatch] ?? {}
  return { home, away }
}

/** Above every score in sets. */
const mostPoints = 1_000_000

/**
 * The final scores in sets with their probabilities: all results of the remaining sets, and, where the result may be
 * corrected, each of them recorded for the wrong sides.
 */
export function setsFinals(
  profile: SetsProfile,
  snapshot: Snapshot,
  rates: Rates,
): [score: Score, probability: number][] {
  const finals = playedFinals(profile, snapshot, rates)
  if (!snapshot.correction) return finals
  return finals.flatMap(([score, p]): [Score, number][] => [
    [score, p * (1 - correctionChance)],
    [{ home: score.away, away: score.home }, p * correctionChance],
  ])
}

function playedFinals(
  profile: SetsProfile,
  snapshot: Snapshot,
  rates: Rates,
): [score: Score, probability: number][] {
  const finals: [score: Score, probability: number][] = []
  const start = scoreInSets(snapshot)
  let homeWins = currentSetChance(profile, snapshot, rates)
  let open: [score: Score, probability: number][] = [[start, 1]]
  while (open.length > 0) {
    const next = new Map<number, [Score, number]>()
    for (const [score, probability] of open) {
      if (isEnd(profile, score)) {
        finals.push([score, probability])
        continue
      }
      for (const { won, lost, probability: share } of profile.worth) {
        for (const [home, away, chance] of [
          [won, lost, homeWins],
          [lost, won, 1 - homeWins],
        ] as const) {
          const nextScore = { home: score.home + home, away: score.away + away }
          const key = nextScore.home * mostPoints + nextScore.away
          const merged = next.get(key)
          if (merged) merged[1] += probability * share * chance
          else next.set(key, [nextScore, probability * share * chance])
        }
      }
    }
    open = [...next.values()]
    homeWins = rates.homeWins
  }
  return finals
}

/** The probability that the home side wins the set that is being played, from its points on. */
function currentSetChance(profile: SetsProfile, snapshot: Snapshot, rates: Rates): number {
  const played = setsPlayed(profile, scoreInSets(snapshot))
  const race = raceOf(profile, played)
  const points = snapshot.sets[played]
  if (!race || !points) return rates.homeWins
  const pointWins = race === profile.decider ? rates.pointWins.decider : rates.pointWins.set
  return setChance(race, pointWins, points)
}

function isEnd(profile: SetsProfile, score: Score): boolean {
  const { home, away } = score
  if (setsPlayed(profile, score) >= mostSets(profile)) return true
  return !profile.all && Math.max(home, away) >= profile.target
}

function finalForecast(score: Score, { ways }: Pick<TimedProfile, 'ways'>): Forecast {
  const [lead, total] = [certain(score.home - score.away), certain(score.home + score.away)]
  const sides = [certain(score.home), certain(score.away)] as const
  return {
    score,
    lead,
    total,
    ...(ways === 3 && { scores: gridOf([{ probability: 1, lead, total, sides }]) }),
    isClosing: true,
  }
}

function shifted({ from, p }: Distribution, by: number): Distribution {
  return { from: from + by, p }
}

/** Whether the forecast says enough for a selection. */
export function canForecast({ market }: Selection, { scores }: Forecast): boolean {
  return scores !== undefined || (market !== 'bothScore' && market !== 'correctScore')
}

/** The probability of each final code of a selection, by the rules that settle it. RangeError without `canForecast`. */
export function chancesOf(selection: Selection, { lead, total, scores, stop }: Forecast): Chances {
  const chances: Chances = {
    [BetResult.win]: 0,
    [BetResult.winHalf]: 0,
    [BetResult.refund]: 0,
    [BetResult.loseHalf]: 0,
    [BetResult.lose]: 0,
  }
  const { market } = selection
  if (market === 'bothScore' || market === 'correctScore') {
    if (!scores) throw new RangeError(`no forecast of scores for ${market}`)
    const win =
      market === 'bothScore' ? chanceOfBoth(selection.side, scores) : chanceOfScore(selection.side, scores)
    chances[BetResult.win] = win
    chances[BetResult.lose] = 1 - win
    return chances
  }
  const { from, p } = aboutLead.includes(market) ? lead : total
  // Settlement looks only at the lead or only at the total, so one score stands for all with the same value.
  const score = { home: from, away: 0 }
  for (let i = 0; i < p.length; i++, score.home++) {
    const chance = p[i] as number
    // Most values at the ends have hardly any.
    if (chance > negligible) chances[codeOfScore(selection, score)] += chance
  }
  return stop ? withStop(chances, selection, stop) : chances
}

/** A stopped match has a winner, and refunds all other bets. */
function withStop(
  chances: Chances,
  selection: Selection,
  { chance, home }: NonNullable<Forecast['stop']>,
): Chances {
  if (selection.market === 'winner') {
    const decided = chance * chances[BetResult.refund]
    const won = decided * (selection.side === 'home' ? home : 1 - home)
    return {
      ...chances,
      [BetResult.win]: chances[BetResult.win] + won,
      [BetResult.lose]: chances[BetResult.lose] + decided - won,
      [BetResult.refund]: chances[BetResult.refund] - decided,
    }
  }
  const left = 1 - chance
  return {
    [BetResult.win]: left * chances[BetResult.win],
    [BetResult.winHalf]: left * chances[BetResult.winHalf],
    [BetResult.refund]: left * chances[BetResult.refund] + chance,
    [BetResult.loseHalf]: left * chances[BetResult.loseHalf],
    [BetResult.lose]: left * chances[BetResult.lose],
  }
}

/** So unlikely values change no price. */
const negligible = 1e-14

const aboutLead: readonly Selection['market'][] = ['handicap', 'winner', 'doubleChance']

function chanceOfBoth(side: 'yes' | 'no', { size, p }: Grid): number {
  let yes = 0
  for (let home = 1; home < size; home++)
    for (let away = 1; away < size; away++) yes += p[home * size + away] as number
  return side === 'yes' ? yes : 1 - yes
}

function chanceOfScore(side: CorrectScore, { size, p }: Grid): number {
  const chanceOf = ({ home, away }: Score) =>
    home < size && away < size ? (p[home * size + away] as number) : 0
  const score = scoreOfSide(side)
  if (score) return chanceOf(score)
  const listed = correctScores.reduce((sum, each) => {
    const listedScore = scoreOfSide(each)
    return listedScore ? sum + chanceOf(listedScore) : sum
  }, 0)
  // Rounding must not leave a chance to what cannot be.
  const others = 1 - listed
  return others > 1e-11 ? others : 0
}

/** E[F]: the mean return of one unit at these odds. */
export function meanFactor(chances: Chances, odds: number): number {
  const codes = Object.keys(chances).map(Number) as FinalCode[]
  return codes.reduce((sum, code) => {
    if (chances[code] === 0) return sum
    const { numerator, denominator } = returnFactor(code, odds)
    return sum + (chances[code] * Number(numerator)) / Number(denominator)
  }, 0)
}

/** The odds at which one unit returns one on average; infinite for a selection that cannot win. */
export function fairOdds(chances: Chances): number {
  const half = chances[BetResult.winHalf] / 2
  const fixed = half + chances[BetResult.refund] + chances[BetResult.loseHalf] / 2
  const share = chances[BetResult.win] + half
  return share > 0 ? (1 - fixed) / share : Infinity
}
