/** The six originals: their codes and the limits of a round. docs/product.md, "Originals". */
import type { ErrorKey } from '../errors.ts'
import { cents, type Cents } from '../money.ts'

/** The code of a game is the name of its route. */
export const originalGames = ['mines', 'limbo', 'luckyColor', 'rowDouble', 'double', 'dice'] as const
export type OriginalGame = (typeof originalGames)[number]

export function isOriginalGame(code: string): code is OriginalGame {
  return (originalGames as readonly string[]).includes(code)
}

/** R$ 0.10: the lowest stake; in luckyColor the lowest of each of the stakes. */
export const MIN_STAKE = cents(10)
/** R$ 5,000: the highest stake; in luckyColor of all stakes of a round together. */
export const MAX_STAKE = cents(500_000)
/**
 * R$ 1,000,000: the maximum payout of a round, even if stake x multiplier is more: the highest multiplier of mines is
 * 5,148,297. Stated returns to player ignore this limit, which only multipliers above 200 can reach.
 */
export const MAX_WIN = cents(100_000_000)

export type StakeError = Extract<ErrorKey, 'stakeInvalid' | 'stakeTooLow' | 'stakeTooHigh'>

/** Checks a stake in cents. Returns the error key or null; never throws. */
export function stakeError(stake: unknown): StakeError | null {
  if (typeof stake !== 'number' || !Number.isSafeInteger(stake) || stake <= 0) return 'stakeInvalid'
  if (stake < MIN_STAKE) return 'stakeTooLow'
  if (stake > MAX_STAKE) return 'stakeTooHigh'
  return null
}

/** The nearest stake within the limits. */
export function clampStake(stake: Cents): Cents {
  if (stake < MIN_STAKE) return MIN_STAKE
  return stake > MAX_STAKE ? MAX_STAKE : stake
}

/** The result of a check: the value, or the key of the reason why it was refused. */
export type Checked<Value> = { ok: true; value: Value } | { ok: false; error: ErrorKey }
