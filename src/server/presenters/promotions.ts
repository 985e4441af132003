import { toWireAmount } from '#contract/money.ts'
import { AwardType } from '#contract/statusCodes.ts'
import type { PromotionView } from '../domain/rewards/promotions.ts'

/** A promotion on the wire. */
export function presentPromotion({ startsAt, endsAt, ...promotion }: PromotionView) {
  return {
    ...promotion,
    type: AwardType.promotion,
    amount: toWireAmount(promotion.amount),
    maximum: toWireAmount(promotion.maximum),
    minimum: toWireAmount(promotion.minimum),
    startsAt: startsAt?.toISOString() ?? null,
    endsAt: endsAt?.toISOString() ?? null,
  }
}
