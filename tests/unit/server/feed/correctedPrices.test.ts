import { describe, expect, it } from 'vitest'
import { canCombine } from '#contract/rules/combination.ts'
import { codeOfScore, legResult, type GameTimeCode, type Score } from '#contract/rules/markets.ts'
import { returnFactor, type FinalCode } from '#contract/rules/settlement.ts'
import { sports, type Option, type Sport } from '#contract/rules/sports.ts'
import { rulesOf, sportRules } from '#contract/rules/sportRules.ts'
import { BetResult, GameTime } from '#contract/statusCodes.ts'
import { boostedSideOf, withBoost } from '#server/feed/boosts.ts'
import { fixturesBetween } from '#server/feed/calendar.ts'
import { jointChances } from '#server/feed/combination.ts'
import { forecastOf } from '#server/feed/forecast.ts'
import { usualMargin } from '#server/feed/margins.ts'
import { combinedPrice, pricesOf } from '#server/feed/prices.ts'
import {
  profiles,
  raceOf,
  setsPlayed,
  mostSets,
  type SetsProfile,
  type TimedProfile,
} from '#server/feed/profiles.ts'
import { setChance } from '#server/feed/race.ts'
import { randomOf } from '#server/feed/random.ts'
import { ratesOf, type Rates } from '#server/feed/rates.ts'
import { partialsOf, snapshotOf, type Snapshot } from '#server/feed/snapshot.ts'
import { timelineOf } from '#server/feed/timeline.ts'
import { correctionChance } from '#server/feed/resultCorrection.ts'
import { isWhole, sized } from '../../../scope.ts'

const start = Date.UTC(2026, 4, 2)
const seed = 'corrigidos'
/** What a stake may return on average, and how near the model must be to the computation here. */
const [most, precision] = [0.99, 2e-5]

/** What a score is worth to a bet: the lead and the total are all that settlement reads. */
type Weighed = [score: Score, probability: number]

interface State {
  snapshot: Snapshot
  rates: Rates
}

/** Matches before kick-off and in play, also just before the end, when outsiders are longest. */
function statesOf(sport: Sport): State[] {
  const states: State[] = []
  const count = sport === 'cricket' || sport === 'basketball' || sport === 'boxing' ? 2 : 4
  for (const fixture of fixturesBetween(sport, start, start + 86_400_000).slice(0, count)) {
    const rates = ratesOf(seed, fixture)
    const timeline = { ...timelineOf(seed, fixture, rates), incident: undefined, correction: undefined }
    for (const at of [-0.1, 0.12, 0.45, 0.71, 0.93]) {
      // The first moment from there on at which bets are taken.
      for (let time = Math.floor(at * timeline.length); time < timeline.length; time += 3_000) {
        const snapshot = snapshotOf(fixture, timeline, fixture.startsAt + time)
        if (snapshot.isSuspended) continue
        states.push({ snapshot, rates })
        break
      }
    }
  }
  return states
}

function playsOf(profile: TimedProfile, gameTime: GameTimeCode): readonly number[] {
  const all = profile.plays.map((_, play) => play)
  return partialsOf(profile).find((part) => part.gameTime === gameTime)?.plays ?? all
}

function poisson(mean: number, n: number): number {
  let log = -mean
  for (let i = 1; i <= n; i++) log += Math.log(mean / i)
  return Math.exp(log)
}

/** A distribution over whole numbers around `middle`. */
const middle = 900
const none = () => Float64Array.from({ length: 2 * middle }, (_, i) => (i === middle ? 1 : 0))

function addTo(sum: Float64Array, each: Float64Array, weight: number): void {
  for (let i = 0; i < sum.length; i++) sum[i]! += weight * (each[i] as number)
}

/**
 * The lead or the total of the part's scores still to come, as settlement sees it in the end: the sum over the number of
 * scores of each stretch, where a correction takes the last one away.
 */
function stillToCome(
  profile: TimedProfile,
  { snapshot, rates }: State,
  gameTime: GameTimeCode,
  awaySign: 1 | -1,
): { played: Float64Array; corrected: Float64Array; untouched: number } {
  const { home, away } = rates.scores
  const steps = profile.values.flatMap(([points, p]) => [
    [points, (p * home) / (home + away)] as const,
    [awaySign * points, (p * away) / (home + away)] as const,
  ])
  const withScore = (before: Float64Array) => {
    const after = new Float64Array(before.length)
    for (let i = 0; i < before.length; i++) {
      const p = before[i] as number
      if (p > 1e-16) for (const [points, weight] of steps) after[i + points]! += p * weight
    }
    return after
  }
  let played = none()
  let corrected = new Float64Array(2 * middle)
  let untouched = 1
  for (const [play, { share }] of profile.plays.entries()) {
    const mean = (home + away) * share * (snapshot.remaining[play] ?? 0)
    if (mean === 0) continue
    const counts = playsOf(profile, gameTime).includes(play)
    const all = new Float64Array(2 * middle)
    const lacking = new Float64Array(2 * middle)
    let [some, fewer] = [played, played]
    for (let n = 0; n < mean + 9 * Math.sqrt(mean) + 12; n++) {
      if (n > 0) {
        fewer = some
        if (counts) some = withScore(some)
        addTo(lacking, fewer, poisson(mean, n))
      }
      addTo(all, some, poisson(mean, n))
    }
    const silent = Math.exp(-mean)
    const nextCorrected = lacking
    addTo(nextCorrected, corrected, silent)
    ;[played, corrected, untouched] = [all, nextCorrected, untouched * silent]
  }
  return { played, corrected, untouched }
}

/** So many goals of a side in a half are not counted. */
const mostGoals = 15

/**
 * Every score of the whole match or of its first half that settlement can see: the sum over the goals of both sides in both
 * halves, level results weighed as the profile says, and each with its last goal taken back.
 */
function footballEnds({ snapshot, rates }: State, gameTime: GameTimeCode): Weighed[] {
  const profile = profiles.football as TimedProfile
  const half = snapshot.state.parts[GameTime.firstHalf] ?? { home: 0, away: 0 }
  const full = snapshot.state.parts[GameTime.fullMatch] ?? { home: 0, away: 0 }
  const chances = profile.plays.map(({ share }, play) =>
    (['home', 'away'] as const).map((side) =>
      Array.from({ length: mostGoals }, (_, n) =>
        poisson(rates.scores[side] * share * (snapshot.remaining[play] ?? 0) || 1e-300, n),
      ),
    ),
  )
  const sums = new Map<string, Weighed>()
  let all = 0
  const settle = (h1: number, a1: number, h: number, a: number, p: number) => {
    if (p === 0) return
    all += p
    const isHalf = gameTime === GameTime.firstHalf
    const score = isHalf
      ? { home: half.home + h1, away: half.away + a1 }
      : { home: full.home + h, away: full.away + a }
    const key = `${score.home}-${score.away}`
    sums.set(key, [score, p + (sums.get(key)?.[1] ?? 0)])
  }
  const last = snapshot.correction?.last
  const [lostHome, lostAway] = [last?.side === 'home' ? 1 : 0, last?.side === 'away' ? 1 : 0]
  const inFirst = last?.play === 0 ? 1 : 0
  for (let h1 = 0; h1 < mostGoals; h1++)
    for (let a1 = 0; a1 < mostGoals; a1++)
      for (let h2 = 0; h2 < mostGoals; h2++)
        for (let a2 = 0; a2 < mostGoals; a2++) {
          const [h, a] = [h1 + h2, a1 + a2]
          const goals = full.home + h === full.away + a ? full.home + h : -1
          const more = profile.levelResults?.find((each) => each.goals === goals)?.more ?? 0
          const [ofFirst, ofSecond] = chances as [number[][], number[][]]
          const p = (1 + more) * ofFirst[0]![h1]! * ofFirst[1]![a1]! * ofSecond[0]![h2]! * ofSecond[1]![a2]!
          if (p < 1e-15) continue
          settle(h1, a1, h, a, p * (1 - correctionChance))
          const c = p * correctionChance
          // The goals of a half come in any order, all orders being equally likely.
          if (h2 + a2 > 0) {
            if (h2 > 0) settle(h1, a1, h - 1, a, (c * h2) / (h2 + a2))
            if (a2 > 0) settle(h1, a1, h, a - 1, (c * a2) / (h2 + a2))
          } else if (h1 + a1 > 0) {
            if (h1 > 0) settle(h1 - 1, a1, h - 1, a, (c * h1) / (h1 + a1))
            if (a1 > 0) settle(h1, a1 - 1, h, a - 1, (c * a1) / (h1 + a1))
          } else settle(-inFirst * lostHome, -inFirst * lostAway, -lostHome, -lostAway, c)
        }
  return [...sums.values()].map(([score, p]) => [score, p / all])
}

/** Corners still to come: a Poisson number for each value of a factor that is known by the corners so far (Bayes). */
function cornerEnds(profile: TimedProfile, { snapshot, rates }: State): Weighed[] {
  const { home = 0, away = 0 } = snapshot.state.parts[GameTime.cornerKick] ?? {}
  const left = profile.plays.reduce(
    (sum, { share }, play) => sum + share * (snapshot.remaining[play] ?? 0),
    0,
  )
  const expected = rates.corners.home + rates.corners.away
  const shape = 64
  const ends = Array.from({ length: 70 }, (): number => 0)
  let all = 0
  for (let factor = 0.01; factor < 3; factor += 0.01) {
    const prior = (shape - 1) * Math.log(factor) - shape * factor
    const seen = (home + away) * Math.log(factor) - expected * (1 - left) * factor
    const weight = Math.exp(prior + seen + shape)
    all += weight
    ends.forEach((sum, n) => (ends[n] = sum + weight * poisson(expected * left * factor || 1e-300, n)))
  }
  return ends.map((sum, n) => [{ home: home + away + n, away: 0 }, sum / all])
}

/** So often a side has scored, and may still score, in a stretch of play: each attack that did not may do so in the time left. */
function attacksLeft(
  { attacks = 0, plays }: TimedProfile,
  { snapshot, rates }: State,
  play: number,
  side: 'home' | 'away',
): { count: number; chance: number } {
  const left = snapshot.remaining[play] ?? 0
  const chance = (rates.scores[side] * (plays[play]?.share ?? 0)) / attacks
  const used = left > 0 && left < 1 ? (snapshot.scored?.[side] ?? NaN) : 0
  return { count: left === 0 ? 0 : attacks - used, chance: 1 - (1 - chance) / (1 - chance + chance * left) }
}

/** The lead or total of sides that attack by turns, the result being recorded for the wrong sides now and then. */
function attackEnds(
  profile: TimedProfile,
  state: State,
  gameTime: GameTimeCode,
  about: 'lead' | 'total',
): Weighed[] {
  const { home: nowHome = 0, away: nowAway = 0 } = state.snapshot.state.parts[gameTime] ?? {}
  const pointsOf = (side: 'home' | 'away') => {
    let chances = new Map([[0, 1]])
    for (const play of playsOf(profile, gameTime)) {
      const { count, chance } = attacksLeft(profile, state, play, side)
      for (let i = 0; i < count; i++) {
        const next = new Map<number, number>()
        const addAt = (at: number, p: number) => next.set(at, p + (next.get(at) ?? 0))
        for (const [at, p] of chances) {
          addAt(at, p * (1 - chance))
          for (const [points, share] of profile.values) addAt(at + points, p * chance * share)
        }
        chances = next
      }
    }
    return chances
  }
  const ends = new Map<number, number>()
  const end = (home: number, away: number, p: number) => {
    const addAt = (value: number, weight: number) => ends.set(value, weight + (ends.get(value) ?? 0))
    addAt(about === 'lead' ? home - away : home + away, p * (1 - correctionChance))
    addAt(about === 'lead' ? away - home : home + away, p * correctionChance)
  }
  const { home: homeRate, away: awayRate } = state.rates.scores
  const aways = pointsOf('away')
  for (const [h, ofHome] of pointsOf('home'))
    for (const [a, ofAway] of aways) {
      const [home, away, p] = [nowHome + h, nowAway + a, ofHome * ofAway]
      if (home !== away || gameTime !== GameTime.fullMatch) end(home, away, p)
      else
        for (const [points, share] of profile.values) {
          end(home + points, away, (p * share * homeRate) / (homeRate + awayRate))
          end(home, away + points, (p * share * awayRate) / (homeRate + awayRate))
        }
    }
  return [...ends].map(([value, p]) => [{ home: value, away: 0 }, p])
}

/** Every end of the part that settlement can see, with its probability; the score stands for its lead or its total. */
function endsOf(state: State, gameTime: GameTimeCode, about: 'lead' | 'total'): Weighed[] {
  const { snapshot } = state
  const profile = profiles[snapshot.fixture.sport]
  const { home = 0, away = 0 } = snapshot.state.parts[gameTime] ?? {}
  if (profile.kind === 'sets') return setsEnds(profile, state)
  if (gameTime === GameTime.cornerKick) return cornerEnds(profile, state)
  if (snapshot.fixture.sport === 'football') return footballEnds(state, gameTime)
  if (profile.attacks !== undefined) return attackEnds(profile, state, gameTime, about)
  const sign = about === 'lead' ? -1 : 1
  const { played, corrected, untouched } = stillToCome(profile, state, gameTime, sign)
  const now = home + sign * away
  const last = snapshot.correction?.last
  const isLost = last && playsOf(profile, gameTime).includes(last.play)
  const lost = isLost ? (last.side === 'home' ? last.points : sign * last.points) : 0
  const ends: Weighed[] = [[{ home: now - lost, away: 0 }, correctionChance * untouched]]
  const isFull = gameTime === GameTime.fullMatch && sportRules[snapshot.fixture.sport].overtime
  if (isFull) addOvertime(profile, state, played, { home, away, sign })
  for (let i = 0; i < played.length; i++) {
    const p = (1 - correctionChance) * (played[i] as number) + correctionChance * (corrected[i] as number)
    if (p > 0) ends.push([{ home: now + i - middle, away: 0 }, p])
  }
  return ends
}

/** Moves what is level after regular time to the results that one more score of either side makes of it. */
function addOvertime(
  profile: TimedProfile,
  { snapshot, rates }: State,
  played: Float64Array,
  { home, away, sign }: Score & { sign: 1 | -1 },
): void {
  const of = (rate: number) => {
    const mean = profile.plays.reduce(
      (sum, { share }, play) => sum + rate * share * (snapshot.remaining[play] ?? 0),
      0,
    )
    const all = new Float64Array(2 * middle)
    let some = none()
    for (let n = 0; n < mean + 9 * Math.sqrt(mean) + 12; n++) {
      addTo(all, some, poisson(mean, n))
      const next = new Float64Array(2 * middle)
      for (const [points, p] of profile.values)
        for (let i = middle; i + points < next.length; i++) next[i + points]! += p * (some[i] as number)
      some = next
    }
    return all
  }
  const [forHome, forAway] = [of(rates.scores.home), of(rates.scores.away)]
  const homeShare = rates.scores.home / (rates.scores.home + rates.scores.away)
  for (let end = Math.max(home, away); end - Math.min(home, away) < middle; end++) {
    const p = (forHome[middle + end - home] ?? 0) * (forAway[middle + end - away] ?? 0)
    if (p < 1e-16) continue
    const at = middle + end - home + sign * (end - away)
    played[at]! -= p
    for (const [points, chance] of profile.values) {
      played[at + points]! += p * chance * homeShare
      played[at + sign * points]! += p * chance * (1 - homeShare)
    }
  }
}

/** Each result in sets, as it is and for the wrong sides. */
function setsEnds(profile: SetsProfile, { snapshot, rates }: State): Weighed[] {
  const known = new Map<string, Weighed[]>()
  // The results from a score on: boxing has thousands of courses, but few scores.
  const from = (score: Score, isCurrent: boolean): Weighed[] => {
    const number = setsPlayed(profile, score)
    const isWon = !profile.all && Math.max(score.home, score.away) === profile.target
    if (number === mostSets(profile) || isWon)
      return [
        [score, 1 - correctionChance],
        [{ home: score.away, away: score.home }, correctionChance],
      ]
    const key = `${score.home}-${score.away}`
    const before = known.get(key)
    if (before) return before
    const race = raceOf(profile, number)
    const points = isCurrent ? snapshot.sets[number] : undefined
    const point = race === profile.decider ? rates.pointWins.decider : rates.pointWins.set
    const homeWins = race && points ? setChance(race, point, points) : rates.homeWins
    const sums = new Map<string, Weighed>()
    for (const { won, lost, probability } of profile.worth)
      for (const [home, away, chance] of [
        [won, lost, homeWins],
        [lost, won, 1 - homeWins],
      ] as const)
        for (const [end, p] of from({ home: score.home + home, away: score.away + away }, false)) {
          const sum = sums.get(`${end.home}-${end.away}`)?.[1] ?? 0
          sums.set(`${end.home}-${end.away}`, [end, sum + p * probability * chance])
        }
    const ends = [...sums.values()]
    known.set(key, ends)
    return ends
  }
  const { home = 0, away = 0 } = snapshot.state.parts[GameTime.fullMatch] ?? {}
  return from({ home, away }, true)
}

/** That a bout is stopped from now on, as its profile says: by the share of the moments that are left. */
function stopOf({ snapshot }: State): number {
  const profile = profiles[snapshot.fixture.sport]
  if (profile.kind !== 'sets' || !profile.givenUp?.isPriced) return 0
  const { home = 0, away = 0 } = snapshot.state.parts[GameTime.fullMatch] ?? {}
  const { retirement, knockout = 0, disqualification = 0, between } = profile.givenUp
  const all = retirement + knockout + disqualification
  const played = setsPlayed(profile, { home, away }) / mostSets(profile)
  const later = Math.min(1, Math.max(0, (between[1] - played) / (between[1] - between[0])))
  return (all * later) / (1 - all + all * later)
}

/** The return where a bout may be stopped: who wins then would have won, or by lot where it was level; other bets are refunded. */
function meanReturn(
  ends: readonly Weighed[],
  { selection }: Pick<Option, 'selection'>,
  odds: number,
  { stop, homeWins }: { stop: number; homeWins: number } = { stop: 0, homeWins: 0.5 },
): number {
  const whole = returnOfEnds(ends, { selection }, odds)
  if (stop === 0) return whole
  if (selection.market !== 'winner') return (1 - stop) * whole + stop
  const level = ends.reduce((sum, [{ home, away }, p]) => sum + (home === away ? p : 0), 0)
  return whole + stop * level * (odds * (selection.side === 'home' ? homeWins : 1 - homeWins) - 1)
}

function returnOfEnds(
  ends: readonly Weighed[],
  { selection }: Pick<Option, 'selection'>,
  odds: number,
): number {
  const chances = new Map<FinalCode, number>()
  for (const [score, p] of ends) {
    const code = codeOfScore(selection, score)
    chances.set(code, (chances.get(code) ?? 0) + p)
  }
  return [...chances].reduce((sum, [code, p]) => {
    const { numerator, denominator } = returnFactor(code, odds)
    return sum + (p * Number(numerator)) / Number(denominator)
  }, 0)
}

/** `meanReturn` of the bets on one state; the ends are computed once for all bets that read the same of them. */
function returnsOf(state: State): (offer: Offer) => number {
  const known = new Map<string, Weighed[]>()
  return ({ selection, gameTime, odds }) => {
    const about = ['winner', 'handicap', 'doubleChance'].includes(selection.market) ? 'lead' : 'total'
    const key = `${gameTime} ${about}`
    const ends = known.get(key) ?? endsOf(state, gameTime, about)
    known.set(key, ends)
    return meanReturn(ends, { selection }, odds, { stop: stopOf(state), homeWins: state.rates.homeWins })
  }
}

interface Offer extends Option {
  odds: number
  /** Without margin. */
  fair: number
}

/** The open prices of a match, with the boost where there is one. */
function offersOf({ snapshot, rates }: State): Offer[] {
  const { fixture, isLive } = snapshot
  const side = isLive ? undefined : boostedSideOf(seed, fixture)
  const forecast = side && forecastOf(snapshot, rates, GameTime.fullMatch)
  const markets = pricesOf(snapshot, rates)
  return (side && forecast ? withBoost(markets, side, forecast) : markets)
    .filter(({ isSuspended }) => !isSuspended)
    .flatMap(({ gameTime, options }) => options.map((option) => ({ ...option, gameTime })))
    .filter(({ isClosed }) => !isClosed)
    .map(({ selection, gameTime, odds, range }) => ({
      selection,
      gameTime,
      odds,
      fair: range?.fair ?? Infinity,
    }))
    .filter(
      ({ selection, gameTime }) =>
        legResult(selection, gameTime, snapshot.state, rulesOf(snapshot.fixture.sport)).code ===
        BetResult.accepted,
    )
}

/** The best return of any single bet, and how far it is from what the price's own model says. */
function bestSingle(states: readonly State[], offers: (state: State) => Offer[]): number {
  let best = 0
  for (const state of states) {
    const returnOf = returnsOf(state)
    for (const offer of offers(state)) best = Math.max(best, returnOf(offer))
  }
  return best
}

/** The parts of a match as they are in the end, drawn from the model that makes them: with or without a correction. */
function drawEnd({ snapshot, rates }: State, random: () => number, isCorrected: boolean) {
  const profile = profiles[snapshot.fixture.sport] as TimedProfile
  const draw = (mean: number) => {
    let [n, p] = [0, random()]
    for (const limit = Math.exp(-mean); p > limit; n++) p *= random()
    return n
  }
  interface Drawn {
    side: 'home' | 'away'
    points: number
    play: number
    at: number
  }
  const drawScores = () => {
    const drawn: Drawn[] = []
    for (const [play, { share }] of profile.plays.entries())
      for (const side of ['home', 'away'] as const) {
        const mean = rates.scores[side] * share * (snapshot.remaining[play] ?? 0)
        const { count, chance } = attacksLeft(profile, { snapshot, rates }, play, side)
        const scoring = () => Array.from({ length: count }, () => random() < chance).filter(Boolean).length
        for (let n = profile.attacks === undefined ? draw(mean) : scoring(); n > 0; n--) {
          let value = random()
          const points = profile.values.find(([, p]) => (value -= p) < 0)?.[0] ?? 1
          drawn.push({ side, points, play, at: play + random() })
        }
      }
    return drawn
  }
  const moreOf = (drawn: readonly Drawn[]) => {
    const { home = 0, away = 0 } = snapshot.state.parts[GameTime.fullMatch] ?? {}
    const score = { home, away }
    for (const { side, points } of drawn) score[side] += points
    if (score.home !== score.away) return 0
    return profile.levelResults?.find(({ goals }) => goals === score.home)?.more ?? 0
  }
  let scores = drawScores()
  // Level results are likelier.
  while (profile.levelResults && random() * 2 > 1 + moreOf(scores)) scores = drawScores()
  scores.sort((a, b) => a.at - b.at)
  const lost = scores.at(-1) ?? snapshot.correction?.last
  const played = { ...(snapshot.state.parts[GameTime.fullMatch] ?? { home: 0, away: 0 }) }
  for (const { side, points } of scores) played[side] += points
  const isSwapped = isCorrected && profile.attacks !== undefined
  const hasOvertime =
    (isSwapped || !isCorrected) && sportRules[snapshot.fixture.sport].overtime && played.home === played.away
  if (hasOvertime) {
    const side = random() * (rates.scores.home + rates.scores.away) < rates.scores.home ? 'home' : 'away'
    let value = random()
    played[side] += profile.values.find(([, p]) => (value -= p) < 0)?.[0] ?? 1
  }
  const left = profile.plays.reduce(
    (sum, { share }, play) => sum + share * (snapshot.remaining[play] ?? 0),
    0,
  )
  const { home: atHome = 0, away: abroad = 0 } = snapshot.state.parts[GameTime.cornerKick] ?? {}
  const expected = rates.corners.home + rates.corners.away
  let factor = 0
  for (let i = 0; i < 64 + atHome + abroad; i++) factor -= Math.log(1 - random())
  factor /= 64 + expected * (1 - left)
  const corners = {
    home: draw(rates.corners.home * left * factor),
    away: draw(rates.corners.away * left * factor),
  }
  const scoreOf = (gameTime: GameTimeCode): Score => {
    const { home = 0, away = 0 } = snapshot.state.parts[gameTime] ?? {}
    const score = { home, away }
    if (gameTime === GameTime.cornerKick) return { home: home + corners.home, away: away + corners.away }
    if (hasOvertime && gameTime === GameTime.fullMatch) return { home: played.home, away: played.away }
    const plays = playsOf(profile, gameTime)
    for (const { side, points, play } of scores) if (plays.includes(play)) score[side] += points
    if (isCorrected && !isSwapped && lost && plays.includes(lost.play)) score[lost.side] -= lost.points
    return score
  }
  // Many bets are settled by the same end.
  const known = new Map<GameTimeCode, Score>()
  return (gameTime: GameTimeCode): Score => {
    const before = known.get(gameTime)
    if (before) return before
    const score = scoreOf(gameTime)
    const end = isSwapped ? { home: score.away, away: score.home } : score
    known.set(gameTime, end)
    return end
  }
}

/** What a combination returns of a bout that is stopped: its stake, unless it was on the wrong winner. */
function stoppedReturn(ends: readonly Weighed[], chosen: readonly Offer[], { rates }: State): number {
  const winner = chosen.find(({ selection }) => selection.market === 'winner')
  if (!winner) return 1
  const { side } = winner.selection as { side: 'home' | 'away' }
  const byLot = side === 'home' ? rates.homeWins : 1 - rates.homeWins
  return ends.reduce((sum, [{ home, away }, p]) => {
    const isAhead = side === 'home' ? home > away : away > home
    return sum + p * (home === away ? byLot : Number(isAhead))
  }, 0)
}

/** Pairs and threes of open selections that can be one bet. */
function* combinationsOf(offers: readonly Offer[], random: () => number, count: number): Generator<Offer[]> {
  const pick = () => offers[Math.floor(random() * offers.length)] as Offer
  for (let tries = 0; offers.length > 1 && tries < 20 * count && count > 0; tries++) {
    const chosen = [pick(), pick(), ...(tries % 3 === 0 ? [pick()] : [])]
    if (!canCombine(chosen)) continue
    count--
    yield chosen
  }
}

/** Those among `count` combinations that are offered, with their chances and their price. */
function* pricedCombinations(state: State, random: () => number, count: number) {
  for (const chosen of combinationsOf(offersOf(state), random, count)) {
    const joint = jointChances(state.snapshot, state.rates, chosen)
    const margins = chosen.map(({ selection, gameTime }) =>
      usualMargin(state.snapshot.fixture, selection.market, gameTime),
    )
    const odds = joint && combinedPrice(joint, margins)
    if (joint && odds) yield { chosen, joint, odds }
  }
}

describe.each(sports)('a price of %s, corrections included', (sport) => {
  const states = statesOf(sport)

  // A test for each: all of them take seconds of processor time, which a busy machine may not have within a test's limit.
  const moments = states
    .map((state, index) => ({ state, moment: index + 1 }))
    // Of every ninth each is a match at another time.
    .filter(({ moment }) => isWhole || moment % 9 === 1)

  it('is checked before kick-off and in play', () => {
    expect(states.length).toBeGreaterThan(7)
    const random = randomOf(seed, `pares ${sport}`)
    const combined = moments.filter(({ state }) => !pricedCombinations(state, random, 12).next().done)
    expect(combined.length).toBeGreaterThan(moments.length / 2)
  })

  it.each(moments)('returns less than 0.99 for every single bet, moment $moment', ({ state }) => {
    const best = bestSingle([state], offersOf)
    expect(best).toBeGreaterThan(0.9)
    expect(best).toBeLessThan(most)
  })

  it.each(moments.slice(0, sized(2, 5)))('is what the scores say, moment $moment', ({ state }) => {
    const returnOf = returnsOf(state)
    for (const offer of offersOf(state).filter((one) => canCombine([one]))) {
      const joint = jointChances(state.snapshot, state.rates, [offer])
      if (!joint) continue
      const model = joint.win * offer.odds + joint.refund
      expect(Math.abs(model - returnOf(offer))).toBeLessThan(offer.odds * precision)
    }
  })

  it.each(moments)(
    'returns less than 0.99 for selections of one match together, moment $moment',
    ({ state, moment }) => {
      const random = randomOf(seed, `pares ${sport} ${moment}`)
      const profile = profiles[sport]
      const ends = profile.kind === 'sets' ? setsEnds(profile, state) : []
      const draws =
        profile.kind === 'sets'
          ? []
          : Array.from({ length: 400 }, (_, i) => drawEnd(state, random, i % 2 === 0))
      for (const { chosen, joint, odds } of pricedCombinations(state, random, 12)) {
        const resultOf = (score: (gameTime: GameTimeCode) => Score) => {
          const codes = chosen.map(({ selection, gameTime }) => codeOfScore(selection, score(gameTime)))
          if (codes.includes(BetResult.lose)) return 0
          return codes.includes(BetResult.refund) ? 1 : odds
        }
        expect(joint.win * odds + joint.refund).toBeLessThan(most)
        if (profile.kind === 'sets') {
          const whole = ends.reduce((sum, [score, p]) => sum + p * resultOf(() => score), 0)
          const exact = whole + stopOf(state) * (stoppedReturn(ends, chosen, state) - whole)
          expect(exact).toBeLessThan(most)
          expect(joint.win * odds + joint.refund).toBeCloseTo(exact, 9)
          continue
        }
        // Half of the draws are corrected: each half has its own weight.
        const [corrected, played] = [0, 1].map((odd) => {
          const results = draws.filter((_, i) => i % 2 === odd).map(resultOf)
          return results.reduce((sum, each) => sum + each, 0) / results.length
        }) as [number, number]
        const mean = (1 - correctionChance) * played + correctionChance * corrected
        const expected = joint.win * odds + joint.refund
        const deviation = Math.sqrt((joint.win * odds ** 2 + joint.refund) / 200) + odds / 200
        expect(Math.abs(mean - expected)).toBeLessThan(5 * deviation)
      }
    },
  )
})

it('prices that do not know corrections would pay for betting on them, at a small margin', () => {
  const blind = (state: State) => {
    const { correction, ...snapshot } = state.snapshot
    expect(correction).toBeDefined()
    return offersOf({ ...state, snapshot }).map((offer) => ({ ...offer, odds: offer.fair / 1.05 }))
  }
  expect(bestSingle(statesOf('snooker'), blind)).toBeGreaterThan(most)
})

it('football: two selections of one match, over all scores of both halves', () => {
  for (const state of statesOf('football').slice(0, 5)) {
    const { snapshot, rates } = state
    const options = [
      { selection: { market: 'total', side: 'over', line: 1.5 }, gameTime: GameTime.fullMatch },
      { selection: { market: 'winner', side: 'away', ways: 3 }, gameTime: GameTime.fullMatch },
      { selection: { market: 'bothScore', side: 'yes' }, gameTime: GameTime.fullMatch },
    ] as const satisfies Option[]
    const win = footballEnds(state, GameTime.fullMatch).reduce(
      (sum, [score, p]) =>
        options.every(({ selection }) => codeOfScore(selection, score) === BetResult.win) ? sum + p : sum,
      0,
    )
    expect(jointChances(snapshot, rates, options)?.win).toBeCloseTo(win, 5)
  }
})
