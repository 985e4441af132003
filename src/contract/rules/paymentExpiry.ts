/** How long an order can be paid: 30 minutes, in ms (docs/product.md, "Deposit flow"). */
export const paymentLifetimeMs = 30 * 60_000

/** How long a payment page stays open, in ms: until `expiresAt` (ISO 8601), by the server's time `now`. */
export function paymentTimeLeft(expiresAt: string, now: number): number {
  return Math.min(Math.max(Date.parse(expiresAt) - now, 0), paymentLifetimeMs)
}
