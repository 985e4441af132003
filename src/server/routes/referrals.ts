import type { FastifyInstance } from 'fastify'
import { referralCalls } from '#contract/http/referrals.ts'
import * as schema from '#contract/http/referrals.schema.ts'
import { toWireAmount } from '#contract/money.ts'
import type { AppDeps } from '../deps.ts'
import { claimCommissions, readAgent } from '../domain/rewards/commissions.ts'
import { claimStep, readLadder } from '../domain/rewards/ladder.ts'
import { listInvited } from '../domain/rewards/referrals.ts'
import { presentAgent } from '../presenters/referrals.ts'
import { endpoint } from '../http/endpoints/endpoint.ts'
import { rewardEndpoint } from '../http/endpoints/rewardEndpoint.ts'

/** Calls of invitations, commissions and the ladder. */
export function registerReferrals(app: FastifyInstance, deps: AppDeps): void {
  const tag = 'agent'
  endpoint(
    app,
    deps,
    referralCalls.agentOverview,
    schema.agentOverview,
    async ({ player }) => ({ data: presentAgent(await readAgent(deps, player.userId)) }),
    { tag, summary: 'Team by level, commissions by day, what can be claimed' },
  )
  rewardEndpoint(
    app,
    deps,
    referralCalls.agentClaim,
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
    referralCalls.agentInvited,
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
    referralCalls.ladder,
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
    referralCalls.ladderClaim,
    schema.ladderClaim,
    async ({ tx, userId, body }) => {
      const amount = await claimStep(deps, tx, userId, body.people)
      return { data: { people: body.people, amount: toWireAmount(amount) } }
    },
    { tag, summary: 'Claim a step of the ladder, once' },
  )
}
