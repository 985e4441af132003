import type { FastifyInstance } from 'fastify'
import { growthCalls } from '#contract/http/growth.ts'
import * as schema from '#contract/http/growth.schema.ts'
import { toWireAmount } from '#contract/money.ts'
import { AwardType } from '#contract/statusCodes.ts'
import type { AppDeps } from '../deps.ts'
import { claimCommissions, readAgent } from '../domain/rewards/commissions.ts'
import { claimStep, readLadder } from '../domain/rewards/ladder.ts'
import { claimPromotion, listPromotions, readPromotion } from '../domain/rewards/promotions.ts'
import { listInvited } from '../domain/rewards/referrals.ts'
import { presentAgent, presentPromotion } from '../presenters/growth.ts'
import { endpoint } from '../http/endpoints/endpoint.ts'
import { rewardEndpoint } from '../http/endpoints/rewardEndpoint.ts'

/** Calls of invitations, commissions, the ladder and promotions. */
export function registerGrowth(app: FastifyInstance, deps: AppDeps): void {
  registerAgent(app, deps)
  registerPromotions(app, deps)
}

function registerAgent(app: FastifyInstance, deps: AppDeps): void {
  const tag = 'agent'
  endpoint(
    app,
    deps,
    growthCalls.agentOverview,
    schema.agentOverview,
    async ({ player }) => ({ data: presentAgent(await readAgent(deps, player.userId)) }),
    { tag, summary: 'Team by level, commissions by day, what can be claimed' },
  )
  rewardEndpoint(
    app,
    deps,
    growthCalls.agentClaim,
    schema.agentClaim,
    async ({ tx, userId }) => {
      const { amount, through } = await claimCommissions(deps, tx, userId)
      return { data: { amount: toWireAmount(amount), through } }
    },
    { tag, summary: 'Claim the commissions of all finished days, each once' },
  )
  endpoint(
    app,
    deps,
    growthCalls.agentInvited,
    schema.agentInvited,
    async ({ player, query }) => {
      const { list, next } = await listInvited(deps, player.userId, query)
      return {
        data: {
          list: list.map(({ player: name, avatar, joinedAt, hasDeposited, isValid }) => ({
            player: name,
            header: avatar,
            time: joinedAt.toISOString(),
            czflag: hasDeposited ? (1 as const) : (0 as const),
            isValid,
          })),
          next,
        },
      }
    },
    { tag, summary: 'Who was invited, by level, masked' },
  )
  endpoint(
    app,
    deps,
    growthCalls.ladder,
    schema.ladder,
    async ({ player }) => {
      const { validPeople, steps } = await readLadder(deps, player?.userId)
      const wireSteps = steps.map((step) => ({ ...step, reward: toWireAmount(step.reward) }))
      return { data: { validPeople, steps: wireSteps } }
    },
    { tag, summary: 'The ladder of rewards for valid invitees' },
  )
  rewardEndpoint(
    app,
    deps,
    growthCalls.ladderClaim,
    schema.ladderClaim,
    async ({ tx, userId, body }) => {
      const amount = await claimStep(deps, tx, userId, body.people)
      return { data: { people: body.people, amount: toWireAmount(amount) } }
    },
    { tag, summary: 'Claim a step of the ladder, once' },
  )
}

function registerPromotions(app: FastifyInstance, deps: AppDeps): void {
  const tag = 'promotions'
  endpoint(
    app,
    deps,
    growthCalls.promotions,
    schema.promotions,
    async ({ player }) => ({
      data: { list: (await listPromotions(deps, player?.userId)).map(presentPromotion) },
    }),
    { tag, summary: 'Promotions on offer, with the state of a logged-in player' },
  )
  endpoint(
    app,
    deps,
    growthCalls.promotion,
    schema.promotionDetail,
    async ({ params, player }) => ({
      data: presentPromotion(await readPromotion(deps, params.id, player?.userId)),
    }),
    { tag, summary: 'One promotion, for /active{id}' },
  )
  rewardEndpoint(
    app,
    deps,
    growthCalls.promotionClaim,
    schema.promotionClaim,
    async ({ tx, userId, body }) => {
      const amount = await claimPromotion(deps, tx, userId, body.id)
      return { data: { id: body.id, type: AwardType.promotion, amount: toWireAmount(amount) } }
    },
    { tag, summary: 'Claim a promotion, once' },
  )
}
