import { describe, expect, it } from 'vitest'
import { cents } from '#contract/money.ts'
import { activeDiscount } from '#contract/rules/discount.ts'
import { amountToPay } from '#contract/rules/discountedPrice.ts'

const now = new Date('2030-01-01T12:00:00Z')
const later = new Date('2030-01-01T12:00:00.001Z')

describe('the amount to pay', () => {
  it.each([
    [0.05, 100_00, 95_00],
    [0.333, 1_00, 67],
    [0.333, 1, 1],
    [1, 20_00, 1],
    [0, 20_00, 20_00],
    [0.5, 0, 0],
  ])('with a discount of %s, %i cents cost %i', (fraction, price, amount) => {
    expect(amountToPay(cents(price), { fraction, expiresAt: later }, now)).toBe(amount)
  })

  it('is the price without a discount, and from the moment that it expires', () => {
    expect(amountToPay(cents(100_00), null, now)).toBe(100_00)
    expect(amountToPay(cents(100_00), { fraction: 0.05, expiresAt: now }, now)).toBe(100_00)
  })
})

it('a discount runs until its expiry', () => {
  const discount = { fraction: 0.1, expiresAt: later }
  expect(activeDiscount(discount, now)).toBe(discount)
  expect(activeDiscount(discount, later)).toBeNull()
  expect(activeDiscount({ fraction: 0, expiresAt: later }, now)).toBeNull()
  expect(activeDiscount(null, now)).toBeNull()
})
