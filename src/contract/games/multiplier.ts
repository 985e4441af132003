/** Multipliers with four decimals as integers, and what they pay. */
import { cents, ZERO, type Cents } from '../money.ts'
import { MAX_WIN } from './gameCodes.ts'
import { floorOf, nearestOf, rational, times, type Rational } from '../rational.ts'

/** What a win pays for each unit staked, stake included, as an integer number of ten-thousandths: 1.0312 is 10312. */
export type Multiplier = number & { readonly __unit: 'ten-thousandths' }

const SCALE = 10_000

export const NO_RETURN = 0 as Multiplier
export const STAKE_BACK = SCALE as Multiplier

/** A fraction truncated (not rounded) to four decimals. */
export function multiplierOf(ratio: Rational): Multiplier {
  return Number(floorOf(times(ratio, rational(SCALE)))) as Multiplier
}

/**
 * A fraction rounded to the nearest four decimals, ties down: 1.03125 is 1.0312, 1.99736… is 1.9974. Only mines uses
 * it, see `minesMultiplier`.
 */
export function nearestMultiplier(ratio: Rational): Multiplier {
  return Number(nearestOf(times(ratio, rational(SCALE)))) as Multiplier
}

/** The multiplier as a number with at most four decimals, for the wire and the screen. */
export function multiplierNumber(multiplier: Multiplier): number {
  return multiplier / SCALE
}

export function multiplierRatio(multiplier: Multiplier): Rational {
  return rational(multiplier, SCALE)
}

/** Stake x multiplier in cents, truncated to whole cents, at most MAX_WIN. */
export function payoutOf(stake: Cents, multiplier: Multiplier): Cents {
  const full = (BigInt(stake) * BigInt(multiplier)) / BigInt(SCALE)
  return full > BigInt(MAX_WIN) ? MAX_WIN : cents(Number(full))
}

/** Whether MAX_WIN reduces this win; the screen warns before the bet. */
export function isCapped(stake: Cents, multiplier: Multiplier): boolean {
  return BigInt(stake) * BigInt(multiplier) > BigInt(MAX_WIN) * BigInt(SCALE)
}

/** The result of a finished round; `multiplier` and `payout` are 0 if it is lost. */
export interface Settlement {
  won: boolean
  multiplier: Multiplier
  payout: Cents
}

/** The settlement of a round that either loses or pays `multiplier`. */
export function settle(stake: Cents, won: boolean, multiplier: Multiplier): Settlement {
  return won
    ? { won, multiplier, payout: payoutOf(stake, multiplier) }
    : { won, multiplier: NO_RETURN, payout: ZERO }
}
