import { cents, min, multiplyDown, subtract, ZERO, type Cents } from '../money.ts'

/** A discount on the price of a deposit: a fraction (0.05 for 5 %), until it expires. */
export interface DepositDiscount {
  fraction: number
  expiresAt: Date
}

/** The discount if it is valid at `now`, else null. At `expiresAt` itself it has expired. */
export function runningDiscount(discount: DepositDiscount | null, now: Date): DepositDiscount | null {
  return discount && discount.fraction > 0 && discount.expiresAt > now ? discount : null
}

/**
 * What the player pays for a package of `price` cents at `now`, in cents: the price less the discount, which is cut to
 * whole cents. At least one cent remains to be paid.
 */
export function amountToPay(price: Cents, discount: DepositDiscount | null, now: Date): Cents {
  const running = runningDiscount(discount, now)
  if (!running || price <= ZERO) return price
  return subtract(price, min(multiplyDown(price, running.fraction), cents(price - 1)))
}
