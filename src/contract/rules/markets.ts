/**
 * The result of a selection on a match: signed distances, periods, abandoned matches (docs/product.md,
 * "Settlement").
 */
import { BetResult, GameTime, MatchPeriod } from '../statusCodes.ts'
import { codeOfDistance, type FinalCode, type ResultCode } from './settlement.ts'
import type { Outcome, SettlementRules } from './settlementRules.ts'

export type PeriodCode = (typeof MatchPeriod)[keyof typeof MatchPeriod]
export type GameTimeCode = (typeof GameTime)[keyof typeof GameTime]

/** Goals, points, or corners taken. */
export interface Score {
  home: number
  away: number
}

/** Two of the three results of a match; named for those that win. */
export const doubleChances = ['homeDraw', 'homeAway', 'drawAway'] as const

/** Final scores that can be bet on, home first, and every other one together. */
export const correctScores = [
  '1-0',
  '2-0',
  '2-1',
  '3-0',
  '3-1',
  '3-2',
  '4-0',
  '4-1',
  '4-2',
  '0-0',
  '1-1',
  '2-2',
  '3-3',
  '0-1',
  '0-2',
  '1-2',
  '0-3',
  '1-3',
  '2-3',
  '0-4',
  '1-4',
  '2-4',
  'other',
] as const
export type CorrectScore = (typeof correctScores)[number]

/** The score that a side of `correctScore` is a bet on; null for every other one. */
export function scoreOfSide(side: CorrectScore): Score | null {
  return scoresOfSides.get(side) ?? null
}

const scoresOfSides = new Map(
  correctScores.flatMap((side): [CorrectScore, Score][] => {
    if (side === 'other') return []
    const [home = 0, away = 0] = side.split('-').map(Number)
    return [[side, { home, away }]]
  }),
)

function sideOfScore({ home, away }: Score): CorrectScore {
  const text = `${home}-${away}`
  return correctScores.find((side) => side === text) ?? 'other'
}

/**
 * The side and line of a bet on one of the markets (docs/product.md, "Markets"). `big` counts as over,
 * `small` as under. `corners` is a total of corners taken. Lines are multiples of 0.25.
 */
export type Selection =
  | {
      market: 'handicap'
      side: 'home' | 'away'
      /** Added to the goals of this side. */
      line: number
      /** Live: the score when the bet was accepted; only goals after it count. */
      scoreAtBet?: Score
    }
  /** Live totals count from 0-0 too. */
  | { market: 'total' | 'corners'; side: 'over' | 'under'; line: number }
  | { market: 'bigSmall'; side: 'big' | 'small'; line: number }
  /** 1X2 (three ways, on 90 minutes with stoppage) or moneyline (two ways: a level result refunds). */
  | { market: 'winner'; side: 'home' | 'draw' | 'away'; ways: 2 | 3 }
  | { market: 'oddEven'; side: 'odd' | 'even' }
  /** Whether both sides score at least once. */
  | { market: 'bothScore'; side: 'yes' | 'no' }
  | { market: 'doubleChance'; side: (typeof doubleChances)[number] }
  | { market: 'correctScore'; side: CorrectScore }

/** The known state of a match. */
export interface MatchState {
  period: PeriodCode
  /** How long the match has been in this period, in milliseconds. */
  periodAgeMs: number
  /** By game-time; `final` once that part is over. Overtime is part of the full match where the sport's rules count it. */
  parts: Partial<Record<GameTimeCode, Score & { final: boolean }>>
  /**
   * How long a stopped match has been waiting since its first stop, or since the later day to which it was postponed
   * (negative until then), in milliseconds; `periodAgeMs` where the feed does not tell.
   */
  stoppedMs?: number
  /** How the match ended, where its score alone does not say it. */
  outcome?: Outcome
  /**
   * Sets, frames or heats that win this match, as the feed tells: matches of one sport differ. Without it a finished score
   * is final, and play decides only what a growing count can.
   */
  setsToWin?: number
}

export interface LegResult {
  code: ResultCode
  /** d where the market has a line, else null. */
  distance: number | null
  /** Finished, but without the score that the market needs: refunded as an exception (state -1). */
  exception: boolean
}

const hourMs = 3_600_000

/** Bets on a stopped match (interrupted, postponed, …) are refunded after this time, in ms: 48 h. */
export const STOPPED_WAIT_MS = 48 * hourMs

/** Tickets follow a corrected result until this long after they were settled, in ms: 72 h. */
export const CORRECTION_MS = 72 * 3_600_000

const stopped: readonly PeriodCode[] = [
  MatchPeriod.toBeDetermined,
  MatchPeriod.cutInHalf,
  MatchPeriod.interrupted,
  MatchPeriod.postponed,
]

/** Bets on a match in this period wait (STOPPED_WAIT_MS). */
export function isStopped(period: PeriodCode): boolean {
  return stopped.includes(period)
}

/** d: lead of the side plus line, total minus line, or line minus total; null for markets without a line. */
function signedDistance(selection: Selection, score: Score): number | null {
  switch (selection.market) {
    case 'handicap': {
      const { home, away } = selection.scoreAtBet ?? { home: 0, away: 0 }
      const lead = score.home - home - (score.away - away)
      return (selection.side === 'home' ? lead : -lead) + selection.line
    }
    case 'total':
    case 'corners':
    case 'bigSmall': {
      const total = score.home + score.away
      const over = selection.side === 'over' || selection.side === 'big'
      return over ? total - selection.line : selection.line - total
    }
    case 'winner':
    case 'oddEven':
    case 'bothScore':
    case 'doubleChance':
    case 'correctScore':
      return null
  }
}

/** The result code of a selection on a final score. 0 goals is even. */
export function codeOfScore(selection: Selection, score: Score): FinalCode {
  const distance = signedDistance(selection, score)
  if (distance !== null) return codeOfDistance(distance)
  const lead = score.home - score.away
  const winner = lead > 0 ? 'home' : lead < 0 ? 'away' : 'draw'
  if (selection.market === 'winner' && selection.ways === 2 && winner === 'draw') return BetResult.refund
  return wins(selection, score, winner) ? BetResult.win : BetResult.lose
}

/** Whether a selection without a line wins on a final score. */
function wins(selection: Selection, score: Score, winner: 'home' | 'draw' | 'away'): boolean {
  switch (selection.market) {
    case 'winner':
      return selection.side === winner
    case 'doubleChance':
      return sidesOfDouble[selection.side].includes(winner)
    case 'oddEven':
      return selection.side === ((score.home + score.away) % 2 === 0 ? 'even' : 'odd')
    case 'bothScore':
      return selection.side === (score.home > 0 && score.away > 0 ? 'yes' : 'no')
    case 'correctScore':
      return selection.side === sideOfScore(score)
    default:
      throw new RangeError(`${selection.market} is settled by its line`)
  }
}

const sidesOfDouble: Readonly<Record<(typeof doubleChances)[number], readonly string[]>> = {
  homeDraw: ['home', 'draw'],
  homeAway: ['home', 'away'],
  drawAway: ['draw', 'away'],
}

/**
 * The state of a leg: settled when its part or the match is over; refunded when the match is cancelled or has
 * been stopped for 48 h; otherwise open (1000). In a match that was cancelled, stopped or given up, what its play had
 * decided stands: finished parts, and markets that no further play could change, also half of a quarter line.
 */
export function legResult(
  selection: Selection,
  gameTime: GameTimeCode,
  match: MatchState,
  rules: SettlementRules,
): LegResult {
  const part = match.parts[gameTime]
  const finished = match.period === MatchPeriod.finished
  const { outcome, setsToWin } = match
  if (finished && part && outcome && gameTime === GameTime.fullMatch)
    return resultOfOutcome(selection, part, { outcome, rules, setsToWin })
  if (finished && part && gameTime === GameTime.fullMatch && isUnfinished(part, setsToWin))
    return decidedByPlay(selection, part, setsToWin)?.result ?? { ...refunded, exception: true }
  if (part && (part.final || finished))
    return { code: codeOfScore(selection, part), distance: signedDistance(selection, part), exception: false }
  if (finished) return { code: BetResult.refund, distance: null, exception: true }
  const cancelled = match.period === MatchPeriod.cancelled
  if (!cancelled && !isStopped(match.period)) return open
  const decided = part && decidedByPlay(selection, part, setsToWin)
  if (decided && !decided.isHalf) return decided.result
  if (!cancelled && (match.stoppedMs ?? match.periodAgeMs) < rules.waitHours * hourMs) return open
  return decided?.result ?? refunded
}

/** Sets that nobody has won the match by: it was not played to its end, and the feed does not tell why. */
function isUnfinished({ home, away }: Score, setsToWin = 0): boolean {
  return Math.max(home, away) < setsToWin
}

const open: LegResult = { code: BetResult.accepted, distance: null, exception: false }
const refunded: LegResult = { code: BetResult.refund, distance: null, exception: false }

/** The result of a bet on a whole match about whose end the feed tells more than the score. */
function resultOfOutcome(
  selection: Selection,
  score: Score,
  {
    outcome: { winner, reason },
    rules,
    setsToWin,
  }: { outcome: Outcome; rules: SettlementRules; setsToWin: number | undefined },
): LegResult {
  const isWhole = reason === 'points' || reason === 'superOver'
  if (selection.market === 'winner') {
    const stands = winnerStands(score, reason, rules)
    const side = winner ?? 'draw'
    if (!stands || (side === 'draw' && selection.ways === 2)) return refunded
    const code = selection.side === side ? BetResult.win : BetResult.lose
    return { code, distance: null, exception: false }
  }
  if (isWhole)
    return {
      code: codeOfScore(selection, score),
      distance: signedDistance(selection, score),
      exception: false,
    }
  return decidedByPlay(selection, score, setsToWin)?.result ?? refunded
}

/** Whether bets on the winner of a match that ended so are bets on the winner that the feed tells. */
function winnerStands(
  { home, away }: Score,
  reason: Outcome['reason'],
  { retirement, house }: SettlementRules,
): boolean {
  switch (reason) {
    case 'points':
    case 'knockout':
      return true
    case 'superOver':
      return house.superOver
    case 'walkover':
      return false
    case 'retirement':
    case 'disqualification':
      if (retirement !== 'house') return retirement === 'official'
      return house.retirement === 'afterOneSet' && home + away >= 1
  }
}

/**
 * What the play so far has decided about a bet, whatever might have followed; `isHalf` where that is one half of a quarter
 * line, and the other half is refunded. Null: nothing.
 */
function decidedByPlay(
  selection: Selection,
  score: Score,
  setsToWin: number | undefined,
): { result: LegResult; isHalf: boolean } | null {
  const ends = setsToWin === undefined ? endsOfGrowing(selection, score) : endsOfSets(score, setsToWin)
  const codes = halvesOf(selection).map((half) => {
    const [first, ...others] = new Set(ends.map((end) => codeOfScore(half, end)))
    return first === undefined || others.length > 0 ? null : first
  })
  const known = codes.filter((code) => code !== null)
  if (known.length === 0) return null
  const isHalf = known.length < codes.length
  const [won, lost] = [BetResult.win, BetResult.lose].map(
    (code) => known.filter((each) => each === code).length,
  )
  // The other half is still open, and a half that is level so far is worth its stake in any case.
  if (isHalf && won === 0 && lost === 0) return null
  const distances = ends.flatMap((end) => signedDistance(selection, end) ?? [])
  const distance =
    distances.length === 0 ? null : [...distances].sort((a, b) => Math.abs(a) - Math.abs(b))[0]!
  return { result: { code: codeOfHalves(codes), distance, exception: false }, isHalf }
}

/** A quarter line as the two bets that it consists of. */
function halvesOf(selection: Selection): Selection[] {
  if (!('line' in selection) || Number.isInteger(selection.line * 2)) return [selection]
  return [-0.25, 0.25].map((by) => ({ ...selection, line: selection.line + by }))
}

/** Undecided halves (null) are refunded. */
function codeOfHalves(codes: readonly (FinalCode | null)[]): FinalCode {
  const [first = null] = codes
  if (codes.every((code) => code === first)) return first ?? BetResult.refund
  return codes.includes(BetResult.win) ? BetResult.winHalf : BetResult.loseHalf
}

/** More than any score. */
const mostMore = 100_000

/** Ends of a score that only grows, by which all others are settled; none for bets whose result may always change. */
function endsOfGrowing(selection: Selection, score: Score): Score[] {
  const { home, away } = score
  switch (selection.market) {
    case 'total':
    case 'corners':
    case 'bigSmall':
      return [score, { home: home + mostMore, away }]
    case 'bothScore':
    case 'correctScore': {
      const target = selection.market === 'correctScore' ? scoreOfSide(selection.side) : null
      const isReachable = target && target.home >= home && target.away >= away
      const most = { home: home + mostMore, away: away + mostMore }
      return [score, most, ...(isReachable ? [target] : [])]
    }
    default:
      return []
  }
}

/** Every end of a match that is won by this many sets; none before a set was won, when play has decided nothing. */
function endsOfSets(score: Score, toWin: number): Score[] {
  if (score.home + score.away === 0) return []
  if (Math.max(score.home, score.away) >= toWin) return [score]
  const from = (least: number) => Array.from({ length: toWin - least }, (_, i) => least + i)
  return [
    ...from(score.away).map((away) => ({ home: toWin, away })),
    ...from(score.home).map((home) => ({ home, away: toWin })),
  ]
}
