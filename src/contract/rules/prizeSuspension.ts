/**
 * Why the house suspends a prize, and why it may take one; the player is told. `result`: the result of the match or round is being
 * checked, or was wrong.
 */
export const prizeReasons = ['result', 'documents', 'payments', 'terms'] as const
export type PrizeReason = (typeof prizeReasons)[number]

/** The longest term of a suspension, in days. */
export const longestSuspensionDays = 180

/** Until when a prize is suspended, and why. */
export interface Suspension<Time> {
  until: Time
  reason: PrizeReason
}

/** A prize that the house keeps aside. */
export interface SuspendedPrize<Amount, Time> extends Suspension<Time> {
  amount: Amount
}
