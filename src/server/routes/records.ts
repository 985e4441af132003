import type { FastifyInstance } from 'fastify'
import { orderCalls } from '#contract/http/order.ts'
import { toWireRecord, toWireRecords } from '#contract/http/orderResponses.ts'
import * as schema from '#contract/http/order.schema.ts'
import type { AppDeps } from '../deps.ts'
import { findWithdrawal, listRecords } from '../domain/payments/records.ts'
import { endpoint } from './endpoint.ts'

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
    orderCalls.withdrawal,
    schema.withdrawal,
    async ({ player, params }) => ({
      data: toWireRecord(await findWithdrawal(deps, player.userId, params.orderId)),
    }),
    { tag: 'records', summary: 'A withdrawal, for its receipt' },
  )
}
