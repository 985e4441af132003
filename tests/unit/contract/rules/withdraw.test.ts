import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cents } from '#contract/money.ts'
import {
  capToBalance,
  DEFAULT_WITHDRAW_MINIMUM,
  WITHDRAW_MAXIMUM,
  usdtPaidOut,
  withdrawalFee,
  withdrawalPaidOut,
  withdrawalRefusal,
  type WithdrawalRequest,
} from '#contract/rules/withdraw.ts'

const validRequest: WithdrawalRequest = {
  locked: false,
  remainingToday: 1,
  withdrawable: cents(20_000),
  minimum: cents(5_000),
  amount: cents(10_000),
  type: 'CPF',
  key: '52998224725',
}

/** The six failures, in the order of docs/product.md, "Withdrawal checks", and what each returns. */
const faults: [Partial<WithdrawalRequest>, object][] = [
  [{ locked: true }, { reason: 'withdrawLocked' }],
  [{ remainingToday: 0 }, { reason: 'withdrawNoneLeft' }],
  [{ withdrawable: cents(0) }, { reason: 'withdrawNothing' }],
  [{ amount: cents(4_999) }, { reason: 'withdrawBelowMinimum', limit: 5_000 }],
  [{ amount: cents(20_001) }, { reason: 'withdrawAboveMaximum', limit: 20_000 }],
  [{ key: '' }, { reason: 'withdrawDestinationMissing' }],
]

describe('the six checks', () => {
  it('pass a valid request', () => {
    expect(withdrawalRefusal(validRequest)).toBeNull()
  })

  it.each(faults)('%j alone returns %j', (fault, expected) => {
    expect(withdrawalRefusal({ ...validRequest, ...fault })).toEqual(expected)
  })

  it('run in order: each takes precedence over those after it', () => {
    // Checks 4 and 5 cannot both fail because of the amount alone, so the minimum exceeds the withdrawable amount here.
    const all: WithdrawalRequest = {
      locked: true,
      remainingToday: 0,
      withdrawable: cents(0),
      minimum: cents(5_000),
      amount: cents(100),
      type: null,
      key: '',
    }
    const repairs: [Partial<WithdrawalRequest>, string][] = [
      [{}, 'withdrawLocked'],
      [{ locked: false }, 'withdrawNoneLeft'],
      [{ remainingToday: 2 }, 'withdrawNothing'],
      [{ withdrawable: cents(50) }, 'withdrawBelowMinimum'],
      [{ amount: cents(5_000) }, 'withdrawAboveMaximum'],
      [{ withdrawable: cents(5_000) }, 'withdrawDestinationMissing'],
    ]
    let request = all
    for (const [repair, reason] of repairs) {
      request = { ...request, ...repair }
      expect(withdrawalRefusal(request)?.reason).toBe(reason)
    }
    expect(withdrawalRefusal({ ...request, type: 'CPF', key: '1' })).toBeNull()
  })

  it.each([
    [{ withdrawable: cents(-1) }, 'withdrawNothing'],
    [{ remainingToday: -1 }, 'withdrawNoneLeft'],
    [{ amount: null }, 'withdrawBelowMinimum'],
    [{ amount: cents(0), minimum: cents(0) }, 'withdrawBelowMinimum'],
    [{ type: null }, 'withdrawDestinationMissing'],
    [{ key: '  ' }, 'withdrawDestinationMissing'],
  ])('%j returns %s', (fault, reason) => {
    expect(withdrawalRefusal({ ...validRequest, ...fault })?.reason).toBe(reason)
  })

  it('accept the bounds themselves', () => {
    expect(withdrawalRefusal({ ...validRequest, amount: cents(5_000) })).toBeNull()
    expect(withdrawalRefusal({ ...validRequest, amount: cents(20_000) })).toBeNull()
  })

  it('allow no more than the maximum, which the message names', () => {
    const withdrawable = cents(WITHDRAW_MAXIMUM + 1)
    expect(withdrawalRefusal({ ...validRequest, withdrawable, amount: withdrawable })).toEqual({
      reason: 'withdrawAboveMaximum',
      limit: WITHDRAW_MAXIMUM,
    })
    expect(withdrawalRefusal({ ...validRequest, withdrawable, amount: WITHDRAW_MAXIMUM })).toBeNull()
  })
})

describe('amounts', () => {
  it('have the documented constants', () => {
    expect([DEFAULT_WITHDRAW_MINIMUM, WITHDRAW_MAXIMUM]).toEqual([5_000, 1_000_000])
  })

  it('caps the entered amount to the balance', () => {
    expect(capToBalance(cents(500), cents(300))).toBe(300)
    expect(capToBalance(cents(300), cents(500))).toBe(300)
    expect(capToBalance(cents(300), cents(-5))).toBe(0)
  })

  it.each([
    [10_000, 0.03, 300],
    [10_000, 0.025, 250],
    [5_001, 0.03, 150],
    [5_099, 0.005, 25],
    [99_999, 0, 0],
  ])('the fee of %s at %s is %s, rounded down', (amount, fraction, fee) => {
    expect(withdrawalFee(cents(amount), fraction)).toBe(fee)
    expect(withdrawalPaidOut(cents(amount), fraction)).toBe(amount - fee)
  })

  it('fee and payout add up to the amount, and the fee is never above the exact one', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 1e9 }),
        fc.constantFrom(30, 25, 20, 15, 10, 5, 0),
        (amount, permille) => {
          const fee = withdrawalFee(cents(amount), permille / 1000)
          expect(fee + withdrawalPaidOut(cents(amount), permille / 1000)).toBe(amount)
          expect(fee * 1000 <= amount * permille && amount * permille < (fee + 1) * 1000).toBe(true)
        },
      ),
    )
  })

  it('converts to USDT at the rate, rounds down, and deducts 1 USDT', () => {
    expect(usdtPaidOut(cents(10_000), 0, 5)).toBe(1900)
    expect(usdtPaidOut(cents(10_000), 0.03, 5.43)).toBe(1686)
    expect(usdtPaidOut(cents(500), 0, 5)).toBe(0)
    expect(usdtPaidOut(cents(100), 0, 5)).toBe(0)
    for (const rate of [0, -5]) expect(() => usdtPaidOut(cents(100), 0, rate)).toThrow(RangeError)
  })
})
