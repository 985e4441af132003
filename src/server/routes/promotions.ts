import type { FastifyInstance } from 'fastify'
import * as schema from '#contract/http/promotions.schema.ts'
import { promotionCalls } from '#contract/http/promotions.ts'
import { toWireAmount } from '#contract/money.ts'
import { AwardType } from '#contract/statusCodes.ts'
import type { AppDeps } from '../deps.ts'
import { claimPromotion, listPromotions, readPromotion } from '../domain/rewards/promotions.ts'
import { presentPromotion } from '../presenters/promotions.ts'
import { endpoint } from '../http/endpoints/endpoint.ts'
import { rewardEndpoint } from '../http/endpoints/rewardEndpoint.ts'

export function registerPromotions(app: FastifyInstance, deps: AppDeps): void {
  const tag = 'promotions'
  endpoint(
    app,
    deps,
    promotionCalls.promotions,
    schema.promotions,
    async ({ player, caller }) => {
      const views = await listPromotions(deps, player?.userId)
      return { data: { list: views.map((view) => presentPromotion(view, caller.language)) } }
    },
    { tag, summary: 'Promotions on offer, with the state of a logged-in player' },
  )
  endpoint(
    app,
    deps,
    promotionCalls.promotion,
    schema.promotionDetail,
    async ({ params, player, caller }) => ({
      data: presentPromotion(await readPromotion(deps, params.id, player?.userId), caller.language),
    }),
    { tag, summary: 'One promotion, for /active{id}' },
  )
  rewardEndpoint(
    app,
    deps,
    promotionCalls.promotionClaim,
    schema.promotionClaim,
    async ({ tx, userId, body }) => {
      const amount = await claimPromotion(deps, tx, userId, body.id)
      return { data: { id: body.id, type: AwardType.promotion, amount: toWireAmount(amount) } }
    },
    { tag, summary: 'Claim a promotion, once' },
  )
}
