import { expect, it } from 'vitest'
import { paymentLifetimeMs, paymentTimeLeft } from '#contract/rules/paymentExpiry.ts'

const now = Date.parse('2026-01-01T00:00:00Z')

it('is the time until expiry, within the lifetime of an order', () => {
  expect(paymentTimeLeft('2026-01-01T00:30:00Z', now)).toBe(1_800_000)
  expect(paymentTimeLeft('2026-01-01T00:00:01Z', now)).toBe(1_000)
  expect(paymentTimeLeft('2025-12-31T23:59:59Z', now)).toBe(0)
  expect(paymentTimeLeft('2026-01-02T00:00:00Z', now)).toBe(paymentLifetimeMs)
})
