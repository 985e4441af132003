import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { toWireOrder } from '#contract/http/orderResponses.ts'
import { toWireAmount } from '#contract/money.ts'
import { bareKey, isCpf } from '#contract/rules/kyc.ts'
import { refusalCodes } from '#contract/rules/withdrawalDecision.ts'
import type { AppDeps } from '../deps.ts'
import { presentOrder, type OrderRow } from '../domain/payments/orders.ts'
import {
  approveWithdrawal,
  listPendingWithdrawals,
  refuseWithdrawal,
} from '../domain/payments/withdrawals.ts'
import { handlePayoutNotification, sendPayout } from '../domain/payments/payouts.ts'
import { returnSandboxPayout } from '../providers/payout/sandbox/SandboxPayouts.ts'
import { settleSandboxPayment, type SandboxAction } from '../providers/payment/sandbox/settle.ts'
import { sandboxStaff } from './adjustWallet.ts'
import { control, noInput } from './control.ts'

const settlement = z.looseObject({
  payerCpf: z.string().max(20).transform(bareKey).refine(isCpf).optional(),
})
const actions: SandboxAction[] = ['pay', 'cancel', 'fail', 'expire']

/** Controls of the payment provider for deposits, and of the operator for withdrawals. */
export function registerPaymentControls(scope: FastifyInstance, app: FastifyInstance, deps: AppDeps): void {
  control(
    scope,
    ['GET', 'orders'],
    'Deposit orders, newest first',
    z.looseObject({ username: z.string().max(254).optional() }),
    async ({ input }) => listOrders(deps, input.username),
  )

  for (const action of actions) {
    control(
      scope,
      ['POST', `orders/:orderId/${action}`],
      `Send the provider's signed webhook: ${action}; payerCpf: paid by another person`,
      settlement,
      async ({ params: { orderId = '' }, input, reply }) => {
        const { payerCpf } = input
        const { httpStatus, envelope } = await settleSandboxPayment(app, deps, orderId, action, payerCpf)
        if (httpStatus >= 400) return reply.status(httpStatus).send(envelope)
        const [order] = await readOrders(deps, { orderId })
        return order
      },
    )
  }

  control(scope, ['GET', 'withdrawals'], 'Withdrawals in review', noInput, async () => {
    const list = await listPendingWithdrawals(deps.db)
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
    `The operator's decision: refuse, for a reason that the player is told: ${refusalCodes.join(', ')}`,
    z.looseObject({ reason: z.enum(refusalCodes).optional() }),
    async ({ params: { orderId = '' }, input }) => {
      await refuseWithdrawal(deps, sandboxStaff, orderId, input.reason)
      return { orderId }
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
