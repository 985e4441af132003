import type { FastifyInstance } from 'fastify'
import { voucherCalls } from '#contract/http/vouchers.ts'
import * as schema from '#contract/http/vouchers.schema.ts'
import { toWireAmount } from '#contract/money.ts'
import type { AppDeps } from '../deps.ts'
import { lookAtVoucher, redeemVoucher } from '../domain/payments/vouchers.ts'
import { endpoint } from '../http/endpoints/endpoint.ts'
import { moneyEndpoint } from '../http/endpoints/moneyEndpoint.ts'

const tag = 'deposits'

/** Calls of a player who has a voucher. */
export function registerVouchers(app: FastifyInstance, deps: AppDeps): void {
  endpoint(
    app,
    deps,
    voucherCalls.look,
    schema.look,
    async ({ params }) => {
      const { amount, expiresAt } = await lookAtVoucher(deps, params.code)
      return { data: { amount: toWireAmount(amount), expiresTime: expiresAt.toISOString() } }
    },
    { tag, summary: 'What a voucher is worth, before it is redeemed' },
  )
  moneyEndpoint(
    app,
    deps,
    voucherCalls.redeem,
    schema.redeem,
    async ({ tx, userId, body }) => {
      const { amount, wallet } = await redeemVoucher(deps, tx, { userId, code: body.code })
      return { data: { amount: toWireAmount(amount), balance: toWireAmount(wallet.cash) } }
    },
    { tag, summary: 'Redeems a voucher: credits its amount, once, under the rules of a deposit' },
  )
}
