/**
 * The result of a selection on a match: signed distances, periods, abandoned matches (docs/product.md,
 * "Settlement").
 */
import { BetResult, MatchPeriod, type GameTime } from '../statusCodes.ts'
import { codeOfDistance, type FinalCode, type ResultCode } from './settlement.ts'

export type PeriodCode = (typeof MatchPeriod)[keyof typeof MatchPeriod]
export type GameTimeCode = (typeof GameTime)[keyof typeof GameTime]

/** Goals, points, or corners taken. */
export interface Score {
  home: number
  away: number
}

/**
 * The side and line of a bet on one of the six markets (docs/product.md, "Markets"). `big` counts as over,
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
  /** 1X2 (three ways, on 90 minutes with stoppage) or moneyline (two ways: a draw refunds). */
  | { market: 'winner'; side: 'home' | 'draw' | 'away'; ways: 2 | 3 }
  | { market: 'oddEven'; side: 'odd' | 'even' }

/** The known state of a match. */
export interface MatchState {
  period: PeriodCode
  /** How long the match has been in this period, in milliseconds. */
  periodAgeMs: number
  /** By game-time; `final` once that part is over. Overtime is not part of the full match. */
  parts: Partial<Record<GameTimeCode, Score & { final: boolean }>>
}

export interface LegResult {
  code: ResultCode
  /** d where the market has a line, else null. */
  distance: number | null
  /** Finished, but without the score that the market needs: refunded as an exception (state -1). */
  exception: boolean
}

/** Bets on a stopped match (interrupted, postponed, …) are refunded after this time, in ms: 48 h. */
export const STOPPED_WAIT_MS = 48 * 3_600_000

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
      return null
  }
}

/** The result code of a selection on a final score. 0 goals is even. */
export function codeOfScore(selection: Selection, score: Score): FinalCode {
  const distance = signedDistance(selection, score)
  if (distance !== null) return codeOfDistance(distance)
  if (selection.market === 'oddEven') {
    const side = (score.home + score.away) % 2 === 0 ? 'even' : 'odd'
    return side === selection.side ? BetResult.win : BetResult.lose
  }
  const lead = score.home - score.away
  const winner = lead > 0 ? 'home' : lead < 0 ? 'away' : 'draw'
  if (selection.market === 'winner' && selection.ways === 2 && winner === 'draw') return BetResult.refund
  return selection.market === 'winner' && winner === selection.side ? BetResult.win : BetResult.lose
}

/**
 * The state of a leg: settled when its part or the match is over; refunded when the match is cancelled or has
 * been stopped for 48 h; otherwise open (1000). In a cancelled or stopped match, decided markets stand:
 * those of a finished part, and totals that further goals cannot change.
 */
export function legResult(selection: Selection, gameTime: GameTimeCode, match: MatchState): LegResult {
  const part = match.parts[gameTime]
  const ended = match.period === MatchPeriod.cancelled || isStopped(match.period)
  const finished = match.period === MatchPeriod.finished
  if (part && (part.final || finished || (ended && isDecided(selection, part))))
    return { code: codeOfScore(selection, part), distance: signedDistance(selection, part), exception: false }
  if (finished) return { code: BetResult.refund, distance: null, exception: true }
  const refunded = match.period === MatchPeriod.cancelled || (ended && match.periodAgeMs >= STOPPED_WAIT_MS)
  return { code: refunded ? BetResult.refund : BetResult.accepted, distance: null, exception: false }
}

/** A total that is over its line by half a goal stays over it. */
function isDecided(selection: Selection, score: Score): boolean {
  const isTotal = ['total', 'corners', 'bigSmall'].includes(selection.market)
  return isTotal && 'line' in selection && score.home + score.away - selection.line >= 0.5
}
