/** Settlement of sports tickets (docs/product.md, "Settlement"): legs have a result code, codes a return factor F. */
import { nearestOf, rational, rationalOf, times, type Rational } from '../rational.ts'
import { cents, ZERO, type Cents } from '../money.ts'
import { BetResult } from '../statusCodes.ts'

/** 10 win, 21 win half, 90 refund, 11 lose half, 20 lose, 1000 accepted and still open. */
export type ResultCode = (typeof BetResult)[keyof typeof BetResult]
/** A final code. */
export type FinalCode = Exclude<ResultCode, typeof BetResult.accepted>

export interface TicketLeg {
  /** Decimal odds at which the bet was accepted, above 1. */
  odds: number
  code: ResultCode
}

/** The settlement of a ticket; `settled: false` while legs are open. `payout` is in cents and includes the stake. */
export type TicketSettlement =
  | { settled: false }
  | { settled: true; code: FinalCode; factor: Rational; payout: Cents }

/** R$ 9,999,999,999,999.99: the largest amount the wire carries. Long parlays multiply beyond it. */
const LARGEST_RETURN = cents(999_999_999_999_999)

const ONE = rational(1)
const NOTHING = rational(0)

/** F of a leg at odds o: win o, win half (1 + o) / 2, refund 1, lose half 1/2, lose 0. Exact. */
export function returnFactor(code: FinalCode, odds: number): Rational {
  const o = rationalOf(odds)
  switch (code) {
    case BetResult.win:
      return o
    case BetResult.winHalf:
      return rational(o.numerator + o.denominator, 2n * o.denominator)
    case BetResult.refund:
      return ONE
    case BetResult.loseHalf:
      return rational(1, 2)
    case BetResult.lose:
      return NOTHING
  }
}

/**
 * Settles a ticket: a single has one leg, a parlay several. Payout = stake x product of F, rounded once at the
 * end, to the nearest cent with ties down: the known answers are 157.57 for exactly 157.575, and 11.94 for
 * 11.9375. A lost leg settles the ticket even if others are open. The payout is at most `limit` (cents), which
 * must be the one the slip showed. RangeError without legs.
 */
export function settleTicket(
  stake: Cents,
  legs: readonly TicketLeg[],
  limit: Cents = LARGEST_RETURN,
): TicketSettlement {
  const [first] = legs
  if (!first) throw new RangeError('a ticket has at least one leg')
  if (legs.some((leg) => leg.code === BetResult.lose))
    return { settled: true, code: BetResult.lose, factor: NOTHING, payout: ZERO }
  let factor = ONE
  for (const { code, odds } of legs) {
    if (code === BetResult.accepted) return { settled: false }
    factor = times(factor, returnFactor(code, odds))
  }
  const code = legs.length === 1 ? (first.code as FinalCode) : parlayCode(factor)
  return { settled: true, code, factor, payout: payoutOfFactor(stake, factor, limit) }
}

/** The label of a parlay: 10 when F > 1, 90 when 1, 11 between, 20 when 0. */
export function parlayCode(factor: Rational): FinalCode {
  if (factor.numerator === 0n) return BetResult.lose
  if (factor.numerator === factor.denominator) return BetResult.refund
  return factor.numerator > factor.denominator ? BetResult.win : BetResult.loseHalf
}

/** The payout in cents when every leg wins: the slip's potential return, rounded like settlement. */
export function potentialReturn(stake: Cents, odds: readonly number[], limit: Cents = LARGEST_RETURN): Cents {
  return payoutOfFactor(stake, combinedOdds(odds), limit)
}

/** The exact product of decimal odds. */
export function combinedOdds(odds: readonly number[]): Rational {
  return odds.map(rationalOf).reduce(times, ONE)
}

/**
 * The code of a signed distance d: at least 0.5 win, 0.25 win half, 0 refund,
 * -0.25 lose half, at most -0.5 lose. RangeError when d is not a multiple of a quarter.
 */
export function codeOfDistance(distance: number): FinalCode {
  if (!isQuarterLine(distance)) throw new RangeError(`not a multiple of a quarter: ${distance}`)
  if (distance >= 0.5) return BetResult.win
  if (distance === 0.25) return BetResult.winHalf
  if (distance === 0) return BetResult.refund
  return distance === -0.25 ? BetResult.loseHalf : BetResult.lose
}

/** Whether only half of the stake is won or lost. */
export function isHalfResult(code: ResultCode): boolean {
  return code === BetResult.winHalf || code === BetResult.loseHalf
}

/** Whether a line is a multiple of a quarter. */
export function isQuarterLine(line: number): boolean {
  return Number.isFinite(line) && Number.isInteger(line * 4)
}

function payoutOfFactor(stake: Cents, factor: Rational, limit: Cents): Cents {
  const payout = nearestOf(times(rational(stake), factor))
  return payout > BigInt(limit) ? limit : cents(Number(payout))
}
