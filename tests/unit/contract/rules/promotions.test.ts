import { describe, expect, it } from 'vitest'
import { promotionCalls } from '#contract/http/promotions.ts'
import { cents, ZERO } from '#contract/money.ts'
import { promotionReward, promotions, type PromotionTerms } from '#contract/rules/promotions.ts'

describe('promotions', () => {
  const [first, weekend, invite] = promotions as [PromotionTerms, PromotionTerms, PromotionTerms]

  it('have unique ids that fit into an address', () => {
    expect(new Set(promotions.map(({ id }) => id)).size).toBe(promotions.length)
    for (const { id } of promotions) expect(encodeURIComponent(id)).toBe(id)
    expect(promotionCalls.promotion.path).toContain('{id}')
  })

  it.each([
    [first, 20_00, 6],
    [first, 1_000_00, 3_00],
    [first, 90_000_00, 15_00],
    [weekend, 0, 0],
    [weekend, -50_00, 0],
    [weekend, 19, 0],
    [weekend, 99_99, 4_99],
    [weekend, 90_000_00, 200_00],
    [invite, 0, 20],
  ])('%o of %i cents pays %i', (terms, base, expected) => {
    expect(promotionReward(terms, cents(base))).toBe(expected)
  })

  it('ask for a turnover of what they pay', () => {
    for (const { turnover, maximum } of promotions) {
      expect(turnover).toBeGreaterThanOrEqual(1)
      expect(maximum).toBeGreaterThan(ZERO)
    }
  })
})
