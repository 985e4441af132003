/** How long an order can be paid, in milliseconds (PRODUCT.md section 5: 30 minutes). */
export const paymentLifetimeMs = 30 * 60_000

/**
 * How long a payment page stays open, in milliseconds: until `expiresAt` (ISO 8601), and the whole lifetime when
 * that cannot be right by this device's clock. A wrong clock must not keep anybody from paying; the server
 * refuses what has really expired.
 */
export function paymentTimeLeft(expiresAt: string, now: number): number {
  const left = Date.parse(expiresAt) - now
  return left > 0 && left <= paymentLifetimeMs ? left : paymentLifetimeMs
}
