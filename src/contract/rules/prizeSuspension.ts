/** Why the house suspends a prize; the player is told. `result`: the result of the match or round is being checked. */
export const prizeReasons = ['result', 'documents', 'payments', 'terms'] as const
export type PrizeReason = (typeof prizeReasons)[number]

/** The longest term of a suspension, in days. */
export const longestSuspensionDays = 180

/** A prize that the house keeps aside: until when, and why. */
export interface SuspendedPrize<Amount, Time> {
  amount: Amount
  until: Time
  reason: PrizeReason
}
