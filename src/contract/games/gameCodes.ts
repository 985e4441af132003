/** The six originals: codes, stake limits, and the most one round pays (PRODUCT.md section 6). */
import type { ErrorKey } from '../errors.ts'
import { cents, type Cents } from '../money.ts'

/** A game's code is its route's name (spec §2). */
export const originalGames = ['mines', 'limbo', 'luckyColor', 'rowDouble', 'double', 'dice'] as const
export type OriginalGame = (typeof originalGames)[number]

export function isOriginalGame(code: string): code is OriginalGame {
  return (originalGames as readonly string[]).includes(code)
}

/** R$ 0.10: smallest stake; in luckyColor of each of the round's stakes. */
export const MIN_STAKE = cents(10)
/** R$ 5,000: largest stake; in luckyColor of all stakes of the round together. */
export const MAX_STAKE = cents(500_000)
/**
 * R$ 1,000,000: the most one round pays, whatever stake x multiplier says. Our choice (the spec is silent):
 * the top of mines would be 5,148,297 x. RTP figures are without this cap, which can only be met with
 * multipliers above 200.
 */
export const MAX_WIN = cents(100_000_000)

export type StakeError = Extract<ErrorKey, 'stakeInvalid' | 'stakeTooLow' | 'stakeTooHigh'>

/** Checks a stake in cents; answers the error key or null. Never throws. */
export function stakeError(stake: unknown): StakeError | null {
  if (typeof stake !== 'number' || !Number.isSafeInteger(stake) || stake <= 0) return 'stakeInvalid'
  if (stake < MIN_STAKE) return 'stakeTooLow'
  if (stake > MAX_STAKE) return 'stakeTooHigh'
  return null
}

/** The nearest stake within the limits: for the buttons 1/2, 2x and max. */
export function clampStake(stake: Cents): Cents {
  if (stake < MIN_STAKE) return MIN_STAKE
  return stake > MAX_STAKE ? MAX_STAKE : stake
}

/** Input that was checked: the value to play with, or the reason it cannot be. */
export type Checked<Value> = { ok: true; value: Value } | { ok: false; error: ErrorKey }
