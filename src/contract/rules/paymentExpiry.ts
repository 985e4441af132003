/** How long an order can be paid: 30 minutes, in ms (docs/product.md, "Deposit flow"). */
export const paymentLifetimeMs = 30 * 60_000

/**
 * How long a payment page stays open, in ms: until `expiresAt` (ISO 8601), or the full lifetime if
 * that is implausible on this device's clock. A wrong clock must not prevent a payment; the server
 * refuses what has really expired.
 */
export function paymentTimeLeft(expiresAt: string, now: number): number {
  const left = Date.parse(expiresAt) - now
  return left > 0 && left <= paymentLifetimeMs ? left : paymentLifetimeMs
}
