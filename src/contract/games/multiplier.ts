/** Multipliers with four decimals as integers, and what they pay (PRODUCT.md section 6: "down to 4 decimals"). */
import { cents, ZERO, type Cents } from '../money.ts'
import { MAX_WIN } from './gameCodes.ts'
import { floorOf, nearestOf, rational, times, type Rational } from './rational.ts'

/** An integer number of ten-thousandths: 1.0312x is 10312. It counts the total return, stake included. */
export type Multiplier = number & { readonly __unit: 'ten-thousandths' }

const SCALE = 10_000

export const NO_RETURN = 0 as Multiplier
export const STAKE_BACK = SCALE as Multiplier

/** A fraction cut (not rounded) to four decimals. */
export function multiplierOf(ratio: Rational): Multiplier {
  return Number(floorOf(times(ratio, rational(SCALE)))) as Multiplier
}

/**
 * A fraction rounded to the nearest four decimals, a tie down: 1.03125 is 1.0312, 1.99736… is 1.9974.
 * Only mines uses it, see `minesMultiplier`.
 */
export function nearestMultiplier(ratio: Rational): Multiplier {
  return Number(nearestOf(times(ratio, rational(SCALE)))) as Multiplier
}

/** As a plain number with at most four decimals: for the wire and the screen. */
export function multiplierNumber(multiplier: Multiplier): number {
  return multiplier / SCALE
}

export function multiplierRatio(multiplier: Multiplier): Rational {
  return rational(multiplier, SCALE)
}

/** stake x multiplier, cut to whole cents, at most MAX_WIN. */
export function payoutOf(stake: Cents, multiplier: Multiplier): Cents {
  const full = (BigInt(stake) * BigInt(multiplier)) / BigInt(SCALE)
  return full > BigInt(MAX_WIN) ? MAX_WIN : cents(Number(full))
}

/** Whether the cap MAX_WIN takes something from this win: the screen says so before the bet. */
export function isCapped(stake: Cents, multiplier: Multiplier): boolean {
  return BigInt(stake) * BigInt(multiplier) > BigInt(MAX_WIN) * BigInt(SCALE)
}

/** What a finished round comes to. `multiplier` is 0 and `payout` 0 when lost. */
export interface Settlement {
  won: boolean
  multiplier: Multiplier
  payout: Cents
}

/** A round that is either lost or pays `multiplier`. */
export function settle(stake: Cents, won: boolean, multiplier: Multiplier): Settlement {
  return won
    ? { won, multiplier, payout: payoutOf(stake, multiplier) }
    : { won, multiplier: NO_RETURN, payout: ZERO }
}
