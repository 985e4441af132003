import { expect, it } from 'vitest'
import { paymentLifetimeMs, paymentTimeLeft } from '#contract/rules/paymentExpiry.ts'

const now = Date.parse('2026-01-01T00:00:00Z')

it('is the time until expiry', () => {
  expect(paymentTimeLeft('2026-01-01T00:30:00Z', now)).toBe(1_800_000)
  expect(paymentTimeLeft('2026-01-01T00:00:01Z', now)).toBe(1_000)
})

it.each(['2025-12-31T23:00:00Z', '2026-01-02T00:00:00Z', 'soon', ''])(
  'is the whole lifetime when %o cannot be right on this clock',
  (expiresAt) => {
    expect(paymentTimeLeft(expiresAt, now)).toBe(paymentLifetimeMs)
  },
)
