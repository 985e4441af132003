import { cents, min, subtract, ZERO, type Cents } from '../money.ts'
import { multiplyDown } from '../multiplyDown.ts'
import { activeDiscount, type DepositDiscount } from './discount.ts'

/**
 * What the player pays for a package of `price` cents at `now`, in cents: the price minus the discount, truncated
 * to whole cents; at least one cent.
 */
export function amountToPay(price: Cents, discount: DepositDiscount | null, now: Date): Cents {
  const active = activeDiscount(discount, now)
  if (!active || price <= ZERO) return price
  return subtract(price, min(multiplyDown(price, active.fraction), cents(price - 1)))
}
