import { createHmac, timingSafeEqual } from 'node:crypto'

export const timestampHeader = 'x-palpite-timestamp'
export const signatureHeader = 'x-palpite-signature'
/** How far a call's timestamp may be from the server's clock, in ms, in either direction. */
const toleranceMs = 5 * 60_000

export const walletCallNames = ['session', 'debit', 'credit', 'rollback'] as const
export type WalletCall = (typeof walletCallNames)[number]

/** The path of a provider's call. */
export function walletPath(provider: string, call: WalletCall): string {
  return `/provider/games/${provider}/${call}`
}

/** HMAC-SHA256 over `timestamp.path.body`, in hexadecimal; the timestamp is in ms. */
export function signCall(key: Buffer, timestamp: string, path: string, body: string | Buffer): string {
  return createHmac('sha256', key).update(`${timestamp}.${path}.`).update(body).digest('hex')
}

/** Whether a call has the provider's signature and a recent timestamp; compared in constant time. */
export function isSigned(
  key: Buffer,
  call: { timestamp: unknown; signature: unknown; path: string; body: Buffer },
  now: Date,
): boolean {
  const { timestamp, signature, path, body } = call
  if (typeof timestamp !== 'string' || typeof signature !== 'string') return false
  if (!/^\d{1,15}$/.test(timestamp)) return false
  if (Math.abs(now.getTime() - Number(timestamp)) > toleranceMs) return false
  const expected = Buffer.from(signCall(key, timestamp, path, body), 'hex')
  const actual = Buffer.from(signature, 'hex')
  return actual.length === expected.length && timingSafeEqual(actual, expected)
}
