import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'

export const timestampHeader = 'x-palpite-timestamp'
export const signatureHeader = 'x-palpite-signature'

/** How far a webhook's timestamp may be from the server's clock, in ms, in either direction. */
const toleranceMs = 5 * 60_000

/** The webhook's key, derived from the configured secret. */
export function webhookKey(secret: string | Buffer): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', 'palpite sandbox webhook', 32))
}

/** HMAC-SHA256 over `timestamp.body`, in hexadecimal; the timestamp is in ms. */
export function sign(key: Buffer, timestamp: string, body: string | Buffer): string {
  return createHmac('sha256', key).update(`${timestamp}.`).update(body).digest('hex')
}

/** Whether a body has the provider's signature and a recent timestamp; compared in constant time. */
export function isSigned(
  key: Buffer,
  call: { timestamp: unknown; signature: unknown; body: Buffer },
  now: Date,
): boolean {
  const { timestamp, signature, body } = call
  if (typeof timestamp !== 'string' || typeof signature !== 'string') return false
  if (!/^\d{1,15}$/.test(timestamp)) return false
  if (Math.abs(now.getTime() - Number(timestamp)) > toleranceMs) return false
  const expected = Buffer.from(sign(key, timestamp, body), 'hex')
  const actual = Buffer.from(signature, 'hex')
  return actual.length === expected.length && timingSafeEqual(actual, expected)
}
