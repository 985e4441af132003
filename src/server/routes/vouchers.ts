import type { FastifyInstance } from 'fastify'
import { voucherCalls } from '#contract/http/vouchers.ts'
import * as schema from '#contract/http/vouchers.schema.ts'
import { toWireAmount } from '#contract/money.ts'
import type { AppDeps } from '../deps.ts'
import { isOwnerActing } from '../domain/accounts/passwordChecks.ts'
import { lookAtVoucher, ownVouchers, putBackVoucher, redeemVoucher } from '../domain/payments/vouchers.ts'
import { withdrawAsVoucher } from '../domain/payments/withdrawals.ts'
import { endpoint } from '../http/endpoints/endpoint.ts'
import { moneyEndpoint, moneyEndpointInSteps } from '../http/endpoints/moneyEndpoint.ts'

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
  moneyEndpointInSteps(
    app,
    deps,
    voucherCalls.withdraw,
    schema.withdraw,
    () => ({
      begin: ({ player, body, caller }) =>
        Promise.resolve({ session: player.session, proof: { password: body.pwd, ip: caller.ip } }),
      ask: ({ session, proof }) => isOwnerActing(deps, session, proof),
      finish: async ({ tx, userId, player, body }) => {
        const sessionId = player.session.id
        const { voucherId, wallet } = await withdrawAsVoucher(deps, tx, {
          userId,
          sessionId,
          amount: body.amount,
        })
        return { data: { voucherId, balance: toWireAmount(wallet.cash) } }
      },
    }),
    {
      tag: 'withdrawals',
      summary: 'Takes cash out as a voucher, on a venue’s terminal; `vouchers/own` has its code',
    },
  )
  endpoint(
    app,
    deps,
    voucherCalls.own,
    schema.own,
    async ({ player: { userId, session } }) => {
      const vouchers = await ownVouchers(deps, { userId, sessionId: session.id })
      return {
        data: vouchers.map(({ id, amount, createdAt, expiresAt, isExpired, code }) => ({
          voucherId: id,
          amount: toWireAmount(amount),
          createdTime: createdAt.toISOString(),
          expiresTime: expiresAt.toISOString(),
          isExpired,
          code: code?.code ?? null,
          url: code?.url ?? null,
        })),
      }
    },
    {
      tag: 'withdrawals',
      summary: 'Vouchers that the player has taken out and that are neither used nor put back',
    },
  )
  moneyEndpoint(
    app,
    deps,
    voucherCalls.putBack,
    schema.putBack,
    async ({ tx, userId, params }) => {
      const { amount, wallet } = await putBackVoucher(deps, tx, { userId, voucherId: params.voucherId })
      return { data: { amount: toWireAmount(amount), balance: toWireAmount(wallet.cash) } }
    },
    {
      tag: 'withdrawals',
      summary: 'Puts the money of a voucher that the player has taken out back into the wallet',
    },
  )
}
