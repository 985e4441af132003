/** Promotions that can be claimed (award type 141; PRODUCT.md sections 4 and 9). The terms are ours. */
import { cents, min, multiplyDown, ZERO, type Cents } from '../money.ts'

export type PromotionKind = 'firstDeposit' | 'weekendCashback' | 'invite'

/** `id` is what stands in /active{id}. */
export interface PromotionTerms {
  id: string
  kind: PromotionKind
  /** Share of the deposit or of the loss; 0 where the reward is a fixed sum. */
  fraction: number
  /** The most it pays; the fixed sum where there is no fraction. */
  maximum: Cents
  /** The least deposit that counts; 0 where none is asked for. */
  minimum: Cents
  /** Days in which it can be earned or claimed. */
  days: number
  /** How often the reward must be staked. */
  turnover: number
}

export const promotions: readonly PromotionTerms[] = [
  {
    id: '1',
    kind: 'firstDeposit',
    fraction: 0.1,
    maximum: cents(100_00),
    minimum: cents(20_00),
    days: 7,
    turnover: 2,
  },
  {
    id: '2',
    kind: 'weekendCashback',
    fraction: 0.05,
    maximum: cents(200_00),
    minimum: ZERO,
    days: 5,
    turnover: 1,
  },
  { id: '3', kind: 'invite', fraction: 0, maximum: cents(20_00), minimum: ZERO, days: 30, turnover: 1 },
]

/** What `base` (a deposit, a loss) earns under the terms: never below 0, never above the maximum. */
export function promotionReward(terms: PromotionTerms, base: Cents): Cents {
  if (terms.fraction === 0) return terms.maximum
  return base <= 0 ? ZERO : min(terms.maximum, multiplyDown(base, terms.fraction))
}
