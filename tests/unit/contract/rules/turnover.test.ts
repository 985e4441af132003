import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cents } from '#contract/money.ts'
import {
  lockedAmount,
  multipliedAmount,
  turnoverOfDeposit,
  withdrawableAmount,
} from '#contract/rules/turnover.ts'

describe('turnover', () => {
  it('adds 1x principal and 2x bonus, or 1x and 1x for the bonus multiplier', () => {
    expect(turnoverOfDeposit(cents(10_000), cents(2_000))).toBe(14_000)
    expect(turnoverOfDeposit(cents(10_000), cents(2_000), 'bonusMultiplier')).toBe(12_000)
    expect(turnoverOfDeposit(cents(10_000), cents(0))).toBe(10_000)
  })

  it('locks the smaller of balance and turnover left', () => {
    expect(lockedAmount(cents(5_000), cents(1_200))).toBe(1_200)
    expect(lockedAmount(cents(5_000), cents(9_000))).toBe(5_000)
    expect(withdrawableAmount(cents(5_000), cents(1_200))).toBe(3_800)
    expect(withdrawableAmount(cents(5_000), cents(9_000))).toBe(0)
    expect(withdrawableAmount(cents(5_000), cents(0))).toBe(5_000)
  })

  it('splits the balance into locked and withdrawable', () => {
    const amount = fc.integer({ min: 0, max: 1e12 }).map(cents)
    fc.assert(
      fc.property(amount, amount, (balance, left) => {
        expect(lockedAmount(balance, left) + withdrawableAmount(balance, left)).toBe(balance)
        expect(lockedAmount(balance, left)).toBeLessThanOrEqual(left)
      }),
    )
  })
})

it('the credited amount is multiplier x amount with two decimals', () => {
  expect(multipliedAmount(1.5, cents(1_000))).toBe(1_500)
  expect(multipliedAmount(0.1, cents(3))).toBe(0)
  expect(multipliedAmount(1.5, cents(3_333))).toBe(4_999)
  expect(multipliedAmount(1.005, cents(100))).toBe(100)
  expect(multipliedAmount(1.15, cents(101))).toBe(116)
})
