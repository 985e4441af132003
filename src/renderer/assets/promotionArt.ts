import type { PromotionKind } from '#contract/rules/promotions.ts'
import deposit from './banners/deposit.svg?no-inline'
import cashback from './promotions/cashback.svg?no-inline'
import invite from './promotions/invite.svg?no-inline'

/** Backgrounds of promotions as URLs: 365x172, the picture on the right, free for text on the left half. */
export const promotionArt: Record<PromotionKind, string> = {
  firstDeposit: deposit,
  weekendCashback: cashback,
  invite,
}
