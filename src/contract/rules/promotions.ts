/** Promotions that can be claimed, award type 141 (docs/product.md, "Promotions"). */
import { cents, min, ZERO, type Cents } from '../money.ts'
import { multiplyDown } from '../multiplyDown.ts'

export type PromotionKind = 'firstDeposit' | 'weekendCashback' | 'invite'

/** `id` is the value in /active{id}. */
export interface PromotionTerms {
  id: string
  kind: PromotionKind
  /** Fraction of the deposit or of the expected loss (gameEdge.ts); 0 where the reward is a fixed sum. */
  fraction: number
  /** The maximum reward, or the fixed sum where there is no fraction. Cents. */
  maximum: Cents
  /** The smallest deposit that counts, in cents; 0 where none is required. */
  minimum: Cents
  /** Days within which it can be earned or claimed. */
  days: number
  /** How many times the reward must be staked. */
  turnover: number
}

export const promotions: readonly PromotionTerms[] = [
  {
    id: '1',
    kind: 'firstDeposit',
    fraction: 0.003,
    maximum: cents(15_00),
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
  { id: '3', kind: 'invite', fraction: 0, maximum: cents(20), minimum: ZERO, days: 30, turnover: 1 },
]

/** The reward for `base` (a deposit or an expected loss, in cents), in cents: never below 0, never above the maximum. */
export function promotionReward(terms: PromotionTerms, base: Cents): Cents {
  if (terms.fraction === 0) return terms.maximum
  return base <= 0 ? ZERO : min(terms.maximum, multiplyDown(base, terms.fraction))
}
