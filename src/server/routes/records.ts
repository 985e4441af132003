import type { FastifyInstance } from 'fastify'
import { orderCalls } from '#contract/http/order.ts'
import { toWireRecord, toWireRecords } from '#contract/http/orderResponses.ts'
import * as schema from '#contract/http/order.schema.ts'
import { recordCalls } from '#contract/http/recordSums.ts'
import * as sums from '#contract/http/recordSums.schema.ts'
import { toWireAmount, type Cents } from '#contract/money.ts'
import type { AppDeps } from '../deps.ts'
import { findWithdrawal, latestRecords, listRecords, recordTotals } from '../domain/payments/records.ts'
import { endpoint } from '../http/endpoints/endpoint.ts'

export function registerRecords(app: FastifyInstance, deps: AppDeps): void {
  endpoint(
    app,
    deps,
    orderCalls.records,
    schema.records,
    async ({ player, query }) => {
      const filter = {
        ...query,
        from: query.from === undefined ? undefined : new Date(query.from),
        to: query.to === undefined ? undefined : new Date(query.to),
      }
      return { data: toWireRecords(await listRecords(deps, player.userId, filter)) }
    },
    { tag: 'records', summary: 'The player’s records, newest first, one tab at a time' },
  )
  endpoint(
    app,
    deps,
    recordCalls.latest,
    sums.latestRecords,
    async ({ player, query }) => {
      const list = await latestRecords(deps, player.userId, query.limit)
      return { data: list.map(({ tab, record }) => ({ tab, ...toWireRecord(record) })) }
    },
    { tag: 'records', summary: 'The newest records of all tabs' },
  )
  endpoint(
    app,
    deps,
    recordCalls.totals,
    sums.recordTotals,
    async ({ player, query: { tab, from, to } }) => {
      const totals = await recordTotals(deps, player.userId, {
        tab,
        ...(from === undefined ? {} : { from: new Date(from) }),
        ...(to === undefined ? {} : { to: new Date(to) }),
      })
      const optional = (amount: Cents | null) => (amount === null ? null : toWireAmount(amount))
      return {
        data: {
          count: totals.count,
          amount: toWireAmount(totals.amount),
          stake: optional(totals.stake),
          payout: optional(totals.payout),
        },
      }
    },
    { tag: 'records', summary: 'What is done of one tab in a period, added up' },
  )
  endpoint(
    app,
    deps,
    orderCalls.withdrawal,
    schema.withdrawal,
    async ({ player, params }) => ({
      data: toWireRecord(await findWithdrawal(deps, player.userId, params.orderId)),
    }),
    { tag: 'records', summary: 'A withdrawal, for its receipt' },
  )
}
