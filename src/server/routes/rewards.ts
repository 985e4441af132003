import type { FastifyInstance } from 'fastify'
import { rewardCalls } from '#contract/http/rewards.ts'
import * as schema from '#contract/http/rewards.schema.ts'
import { toWireAmount } from '#contract/money.ts'
import { rebateRates } from '#contract/rules/rebate.ts'
import type { AppDeps } from '../deps.ts'
import { checkInToday, readCheckIns } from '../domain/rewards/checkIns.ts'
import { claimRebate, readRebate } from '../domain/rewards/rebates.ts'
import { endpoint } from '../http/endpoints/endpoint.ts'
import { rewardEndpoint } from '../http/endpoints/rewardEndpoint.ts'

const tag = 'rewards'

/** Calls of the daily rebate and the daily check-in. */
export function registerRewards(app: FastifyInstance, deps: AppDeps): void {
  endpoint(
    app,
    deps,
    rewardCalls.rebate,
    schema.rebate,
    async ({ player }) => {
      const view = await readRebate(deps, player?.userId)
      return {
        data: {
          ...view,
          bets: toWireAmount(view.bets),
          amount: toWireAmount(view.amount),
          today: { bets: toWireAmount(view.today.bets), amount: toWireAmount(view.today.amount) },
          nextAt: view.nextAt.toISOString(),
          table: rebateRates.map((rate, level) => ({ level, rate })),
          history: view.history.map(({ day, bets, rate, amount, at }) => ({
            day,
            bets: toWireAmount(bets),
            rate,
            amount: toWireAmount(amount),
            time: at.toISOString(),
          })),
        },
      }
    },
    { tag, summary: 'The rebate on yesterday’s bets, and the claims before' },
  )
  rewardEndpoint(
    app,
    deps,
    rewardCalls.rebateClaim,
    schema.rebateClaim,
    async ({ tx, userId }) => {
      const { day, amount } = await claimRebate(deps, tx, userId)
      return { data: { day, amount: toWireAmount(amount) } }
    },
    { tag, summary: 'Claim the rebate on yesterday’s bets, once a day' },
  )
  endpoint(
    app,
    deps,
    rewardCalls.checkIn,
    schema.checkIn,
    async ({ player }) => {
      const view = await readCheckIns(deps, player?.userId)
      return {
        data: {
          ...view,
          days: view.days.map((day) => ({ ...day, amount: toWireAmount(day.amount) })),
          total: toWireAmount(view.total),
          counted: toWireAmount(view.counted),
          required: toWireAmount(view.required),
          nextAt: view.nextAt.toISOString(),
        },
      }
    },
    { tag, summary: 'The check-in calendar: seven days of a streak' },
  )
  rewardEndpoint(
    app,
    deps,
    rewardCalls.checkInClaim,
    schema.checkInClaim,
    async ({ tx, userId }) => {
      const { day, streak, amount } = await checkInToday(deps, tx, userId)
      return { data: { day, streak, amount: toWireAmount(amount) } }
    },
    { tag, summary: 'Check in today, once' },
  )
}
