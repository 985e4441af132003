/** A discount on the price of a deposit: a fraction (0.05 for 5 %), until it expires. The player pays less and gets the difference as bonus. */
export interface DepositDiscount {
  fraction: number
  expiresAt: Date
}

/** The discount if it is active at `now`, else null; `expiresAt` is exclusive. */
export function activeDiscount(discount: DepositDiscount | null, now: Date): DepositDiscount | null {
  return discount && discount.fraction > 0 && discount.expiresAt > now ? discount : null
}

/** The discount of a player who returns (docs/product.md, "Payment discount"): the share of the price that comes back as bonus. */
export const returnFraction = 0.001
/** It is for whoever has paid no deposit for so many days, and ends after so many hours. */
export const awayDays = 30
export const returnHours = 48
