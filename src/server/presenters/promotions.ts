import type { LanguageCode } from '#contract/languages.ts'
import { textsIn } from '#contract/rules/content.ts'
import { toWireAmount } from '#contract/money.ts'
import { AwardType } from '#contract/statusCodes.ts'
import type { PromotionView } from '../domain/rewards/promotions.ts'

/** A promotion on the wire. */
export function presentPromotion(
  { startsAt, endsAt, texts, ...promotion }: PromotionView,
  language: LanguageCode,
) {
  return {
    ...promotion,
    texts: textsIn(texts, language),
    type: AwardType.promotion,
    amount: toWireAmount(promotion.amount),
    maximum: toWireAmount(promotion.maximum),
    minimum: toWireAmount(promotion.minimum),
    startsAt: startsAt?.toISOString() ?? null,
    endsAt: endsAt?.toISOString() ?? null,
  }
}
