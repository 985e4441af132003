import { describe, expect, it } from 'vitest'
import { cents } from '#contract/money.ts'
import { commissionOf, commissionRates, ladderSteps } from '#contract/rules/referrals.ts'

describe('commissions', () => {
  it.each([
    [100_000_00, 1, 300_00],
    [100_000_00, 2, 150_00],
    [100_000_00, 3, 50_00],
    [100_000_00, 4, 0],
    [3_33, 1, 0],
    [3_34, 1, 1],
    [19_99, 3, 0],
    [20_00, 3, 1],
    [0, 1, 0],
  ])('%i cents bet on level %i earn %i', (bets, level, expected) => {
    expect(commissionOf(cents(bets), level)).toBe(expected)
  })

  it("use the operator's rates", () => {
    expect(commissionOf(cents(1_000_00), 1, [0.01])).toBe(10_00)
    expect(commissionOf(cents(1_000_00), 2, [0.01])).toBe(0)
    expect(commissionRates).toEqual([0.003, 0.0015, 0.0005])
  })
})

describe('the ladder', () => {
  it('has the steps of the product page, each worth more than the one before', () => {
    expect(ladderSteps.map(({ people }) => people)).toEqual([1, 5, 10, 30, 50, 100, 300, 500, 1000])
    for (const [index, { reward }] of ladderSteps.entries()) {
      expect(reward).toBeGreaterThan(ladderSteps[index - 1]?.reward ?? 0)
    }
  })

  it('never costs more than R$ 0.30 for a valid invitee', () => {
    let paid = 0
    for (const { people, reward } of ladderSteps) {
      paid += reward
      expect(paid / people).toBeLessThanOrEqual(30)
    }
  })
})
