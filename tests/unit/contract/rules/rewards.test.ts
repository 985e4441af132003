import { describe, expect, it } from 'vitest'
import { cents } from '#contract/money.ts'
import { checkInReward, checkInRewards, nextStreakDay } from '#contract/rules/checkIn.ts'
import { rebateOf, rebateRate, rebateRates } from '#contract/rules/rebate.ts'

describe('rebate', () => {
  it('rises with every level from 0.1% to 1.0%', () => {
    expect(rebateRates).toHaveLength(13)
    expect([rebateRate(0), rebateRate(12)]).toEqual([0.001, 0.01])
    expect(rebateRates.every((rate, level) => level === 0 || rate > (rebateRates[level - 1] ?? 1))).toBe(true)
    expect(rebateRate(99)).toBe(0.01)
  })

  it('rounds down to a whole cent', () => {
    expect(rebateOf(cents(9_99), 0)).toBe(0)
    expect(rebateOf(cents(10_00), 0)).toBe(1)
    expect(rebateOf(cents(12_345_67), 12)).toBe(123_45)
  })
})

describe('check-in', () => {
  it('counts seven days and starts again', () => {
    expect([0, 1, 6, 7].map(nextStreakDay)).toEqual([1, 2, 7, 1])
    expect(checkInRewards).toHaveLength(7)
    expect([checkInReward(1), checkInReward(7), checkInReward(8)]).toEqual([10, 50, 0])
  })
})
