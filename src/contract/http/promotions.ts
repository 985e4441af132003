import type { z } from 'zod'
import { fromWireAmount, type Cents } from '../money.ts'
import type { PromotionKind, PromotionTerms } from '../rules/promotions.ts'
import { get, post } from './call.ts'
import type * as schema from './promotions.schema.ts'

type PromotionWire = z.output<typeof schema.promotionDetail.data>

/** Promotions: docs/product.md, "Growth". */
export const promotionCalls = {
  promotions: get<object, { list: PromotionWire[] }>('/api/app/promotions', { auth: 'optional' }),
  promotion: get<{ params: { id: string } }, PromotionWire>('/api/app/promotions/{id}', {
    auth: 'optional',
  }),
  promotionClaim: post<{ body: { id: string } }, z.output<typeof schema.promotionClaim.data>>(
    '/api/app/promotions/claim',
    { idempotent: 'optional' },
  ),
}

/** `login`: needs a login. `notReady`: nothing to claim yet. */
export type PromotionState = PromotionWire['state']

export interface Promotion extends PromotionTerms {
  kind: PromotionKind
  state: PromotionState
  /** The operator's, with the placeholders of the client's own; null: the client's own. */
  texts: PromotionWire['texts']
  /** What it would pay now, or has paid. Cents. */
  amount: Cents
  startsAt: string | null
  endsAt: string | null
}

export function fromWirePromotion(wire: PromotionWire): Promotion {
  const { type: _, ...rest } = wire
  return {
    ...rest,
    amount: fromWireAmount(wire.amount),
    maximum: fromWireAmount(wire.maximum),
    minimum: fromWireAmount(wire.minimum),
  }
}
