import type { FastifyInstance } from 'fastify'
import { fromWireLimitAmount, limitCalls } from '#contract/http/limits.ts'
import * as schema from '#contract/http/limits.schema.ts'
import { parseAmount, toWireAmount } from '#contract/money.ts'
import type { LimitKind } from '#contract/rules/limits.ts'
import type { AppDeps } from '../deps.ts'
import {
  readProtection,
  selfExclude,
  setLimit,
  setRealityCheck,
  startTimeOut,
} from '../domain/protection/limits.ts'
import { summarizeSession } from '../domain/payments/statements.ts'
import { readPlayHistory } from '../domain/play/playHistory.ts'
import { readPrizes } from '../domain/reports/prizes.ts'
import { Refusal } from '../texts/refusal.ts'
import { presentLimits, presentPlayHistory, presentPrizes } from '../presenters/limits.ts'
import { endpoint } from '../http/endpoints/endpoint.ts'

const tag = 'limits'

/** Calls of "Responsible play" (docs/product.md). */
export function registerLimits(app: FastifyInstance, deps: AppDeps): void {
  const overview = async (userId: string) => ({ data: presentLimits(await readProtection(deps, userId)) })
  endpoint(app, deps, limitCalls.limits, schema.limits, ({ player }) => overview(player.userId), {
    tag,
    summary: 'Limits with what is used of them, pauses, reality check',
  })
  endpoint(
    app,
    deps,
    limitCalls.setLimit,
    schema.setLimit,
    async ({ player, body }) => {
      const amount = body.amount === null ? null : checkAmount(body.kind, body.amount)
      await setLimit(deps, player.userId, { ...body, amount })
      return overview(player.userId)
    },
    { tag, summary: 'Set a limit: lower at once, higher or none (null) after 24 hours' },
  )
  endpoint(
    app,
    deps,
    limitCalls.timeOut,
    schema.timeOut,
    async ({ player, body }) => {
      await startTimeOut(deps, player.userId, body.days)
      return overview(player.userId)
    },
    { tag, summary: 'Time-out of 1 to 42 days' },
  )
  endpoint(
    app,
    deps,
    limitCalls.selfExclude,
    schema.selfExclude,
    async ({ player, body }) => {
      await selfExclude(deps, player.userId, body.months)
      return overview(player.userId)
    },
    { tag, summary: 'Self-exclusion of 6 months or more, or without end; not revocable' },
  )
  endpoint(
    app,
    deps,
    limitCalls.setRealityCheck,
    schema.setRealityCheck,
    async ({ player, body }) => {
      await setRealityCheck(deps, player.userId, body.minutes)
      return overview(player.userId)
    },
    { tag, summary: 'Minutes between two reality checks, 30 to 60' },
  )
  endpoint(
    app,
    deps,
    limitCalls.session,
    schema.session,
    async ({ player }) => {
      const { startedAt, minutes, net, realityCheck } = await summarizeSession(deps, player.session)
      return { data: { startedAt: startedAt.toISOString(), minutes, net: toWireAmount(net), realityCheck } }
    },
    { tag, summary: 'Time and net result of this session' },
  )
  endpoint(
    app,
    deps,
    limitCalls.play,
    schema.play,
    async ({ player, query, caller }) => ({
      data: presentPlayHistory(
        await readPlayHistory(deps, player.userId, { days: query.days, language: caller.language }),
      ),
    }),
    { tag, summary: 'Stakes, returns, time, deposits and withdrawals by day and by game' },
  )
  endpoint(
    app,
    deps,
    limitCalls.prizes,
    schema.prizes,
    async ({ player, query }) => ({
      data: presentPrizes(await readPrizes(deps, player.userId, query.year)),
    }),
    { tag, summary: 'What bets of a year have paid beyond their stakes, and the tax on it' },
  )
}

/** Checks and converts a limit: cents, or whole minutes for a limit of time. */
function checkAmount(kind: LimitKind, amount: number): number {
  const isValid = kind === 'time' ? Number.isInteger(amount) : parseAmount(amount) !== undefined
  if (!isValid) throw new Refusal('fieldInvalid', { params: { field: 'amount' } })
  return fromWireLimitAmount(kind, amount)
}
