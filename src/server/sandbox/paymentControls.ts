import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { toWireOrder } from '#contract/http/orderResponses.ts'
import { toWireAmount } from '#contract/money.ts'
import { bareKey, isCpf } from '#contract/rules/kyc.ts'
import { staffRefusalCodes } from '#contract/rules/withdrawalDecision.ts'
import { sandboxSettlements } from '#contract/sandbox.ts'
import type { AppDeps } from '../deps.ts'
import { presentOrder, type OrderRow } from '../domain/payments/orders.ts'
import {
  approveWithdrawal,
  listPendingWithdrawals,
  refuseWithdrawal,
} from '../domain/payments/withdrawals.ts'
import { listDifferences, resolveDifference } from '../domain/payments/reconciliation/differences.ts'
import { reconcileDays } from '../domain/payments/reconciliation/reconcile.ts'
import { listReversals, settleDebt } from '../domain/payments/reversals.ts'
import { handlePaymentNotification } from '../domain/payments/payments.ts'
import { handlePayoutNotification, sendPayout } from '../domain/payments/payouts.ts'
import { returnSandboxPayout, silenceSandboxPayout } from '../providers/payout/sandbox/SandboxPayouts.ts'
import { forgetPayment, takeBackPayment } from '../providers/payment/sandbox/payments.ts'
import { settleSandboxPayment } from '../providers/payment/sandbox/settle.ts'
import { readToday, shiftDay } from '../time/days.ts'
import { sandboxStaff } from './adjustWallet.ts'
import { control, noInput } from './control.ts'

const settlement = z.looseObject({
  payerCpf: z.string().max(20).transform(bareKey).refine(isCpf).optional(),
})

/** Controls of the payment provider for deposits, and of the operator for withdrawals. */
export function registerPaymentControls(scope: FastifyInstance, app: FastifyInstance, deps: AppDeps): void {
  registerDifferenceControls(scope, deps)
  control(
    scope,
    ['GET', 'orders'],
    'Deposit orders, newest first',
    z.looseObject({ username: z.string().max(254).optional() }),
    async ({ input }) => listOrders(deps, input.username),
  )

  for (const action of sandboxSettlements) {
    control(
      scope,
      ['POST', `orders/:orderId/${action}`],
      `Send the provider's signed webhook: ${action}; payerCpf: paid by another person`,
      settlement,
      async ({ params: { orderId = '' }, input, reply }) => {
        const { payerCpf } = input
        const { httpStatus, envelope } = await settleSandboxPayment(app, deps, orderId, action, payerCpf)
        if (httpStatus >= 400) {
          await reply.status(httpStatus).send(envelope)
          return undefined
        }
        const [order] = await readOrders(deps, { orderId })
        return order
      },
    )
  }

  control(
    scope,
    ['POST', 'orders/:orderId/takeBack'],
    "The payer's bank takes a paid deposit back, because of fraud",
    noInput,
    async ({ params: { orderId = '' } }) => {
      await takeBackPayment(deps, orderId)
      await handlePaymentNotification(deps, { id: orderId, hasReturns: true })
      return { orderId }
    },
  )

  control(
    scope,
    ['POST', 'orders/:orderId/forget'],
    "The provider's books lose a payment: a difference, once they are compared (POST reconcile)",
    noInput,
    async ({ params: { orderId = '' } }) => {
      await forgetPayment(deps, orderId)
      return { orderId }
    },
  )

  control(scope, ['GET', 'withdrawals'], 'Withdrawals in review', noInput, async () => {
    const list = await listPendingWithdrawals(deps)
    return list.map(({ id, at, ...rest }) => ({
      orderId: id,
      ...rest,
      amount: toWireAmount(rest.amount),
      fee: toWireAmount(rest.fee),
      time: at.toISOString(),
    }))
  })

  control(
    scope,
    ['POST', 'withdrawals/:orderId/approve'],
    "The operator's decision: approve",
    noInput,
    async ({ params: { orderId = '' } }) => {
      await approveWithdrawal(deps, sandboxStaff, orderId)
      await sendPayout(deps, orderId)
      return { orderId }
    },
  )
  control(
    scope,
    ['POST', 'withdrawals/:orderId/silence'],
    'The provider does not answer about this payout, until it is told otherwise',
    z.looseObject({ silent: z.boolean() }),
    async ({ params: { orderId = '' }, input: { silent } }) => {
      await silenceSandboxPayout(deps, orderId, silent)
      return { orderId, silent }
    },
  )
  control(
    scope,
    ['POST', 'withdrawals/:orderId/return'],
    "The payee's bank sends a payout back",
    noInput,
    async ({ params: { orderId = '' } }) => {
      await returnSandboxPayout(deps, orderId)
      await handlePayoutNotification(deps, { id: orderId })
      return { orderId }
    },
  )
  control(
    scope,
    ['POST', 'withdrawals/:orderId/refuse'],
    `The operator's decision: refuse, for a reason that the player is told: ${staffRefusalCodes.join(', ')}`,
    z.looseObject({ reason: z.enum(staffRefusalCodes).optional() }),
    async ({ params: { orderId = '' }, input }) => {
      await refuseWithdrawal(deps, sandboxStaff, orderId, input.reason)
      return { orderId }
    },
  )
}

/** What the back office does about payments that differ, and about deposits that banks have taken back. */
function registerDifferenceControls(scope: FastifyInstance, deps: AppDeps): void {
  control(
    scope,
    ['POST', 'reconcile'],
    'Compare today and yesterday with the providers',
    noInput,
    async () => {
      const { day } = await readToday(deps.db, deps.clock.now())
      await reconcileDays(deps, { first: shiftDay(day, -1), last: day })
      return listDifferences(deps.db)
    },
  )
  control(scope, ['GET', 'differences'], 'Payments that differ from the providers', noInput, () =>
    listDifferences(deps.db),
  )
  control(
    scope,
    ['POST', 'differences/:id/resolve'],
    'The difference is dealt with: how',
    z.looseObject({ reason: z.string().min(1).max(500) }),
    async ({ params: { id = '' }, input: { reason } }) => {
      await deps.db.tx((tx) => resolveDifference(deps, tx, id, { by: sandboxStaff, reason }))
      return { id }
    },
  )
  control(scope, ['GET', 'reversals'], 'Deposits that banks have taken back', noInput, () =>
    listReversals(deps.db),
  )
  control(
    scope,
    ['POST', 'reversals/settle'],
    'The debt of a deposit that was taken back is paid otherwise, or written off: how',
    z.looseObject({
      userId: z.string(),
      provider: z.string(),
      id: z.string(),
      reason: z.string().min(1).max(500),
    }),
    async ({ input: { reason, ...reversal } }) => {
      await deps.db.tx((tx) => settleDebt(deps, tx, reversal, { by: sandboxStaff.id, reason }))
      return { id: reversal.id }
    },
  )
}

function listOrders(deps: AppDeps, username: string | undefined) {
  return readOrders(deps, { username: username?.trim() || undefined })
}

async function readOrders(deps: AppDeps, { orderId, username }: { orderId?: string; username?: string }) {
  const rows = await deps.db.read<OrderRow & { email: string }>(
    `select o.*, u.email from orders o join users u on u.id = o.user_id
      where ($1::text is null or o.id = $1) and ($2::text is null or lower(u.email) = lower($2))
      order by o.created_at desc, o.id limit 100`,
    [orderId ?? null, username ?? null],
  )
  const now = deps.clock.now()
  return rows.map((row) => ({ ...toWireOrder(presentOrder(row, now)), username: row.email }))
}
