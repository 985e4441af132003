import type { FastifyInstance } from 'fastify'
import type { Envelope } from '#contract/errors.ts'
import type { AppDeps } from '../../app.ts'
import { Refusal } from '../../errors.ts'
import { findPayment, setPayer, settlePayment, type PaymentResult } from './payments.ts'
import { sendNotice } from './webhook.ts'

export type SandboxAction = 'pay' | 'cancel' | 'fail' | 'expire'

const results: Record<SandboxAction, PaymentResult> = {
  pay: 'paid',
  cancel: 'cancelled',
  fail: 'failed',
  expire: 'expired',
}

/**
 * For the operator console and QA: the provider says what became of an order's payment, whatever it said
 * before, through the signed webhook; `payerCpf` (eleven digits) is another payer than the player. Answers what the webhook answered; notFound when the sandbox provider
 * knows no such order.
 */
export async function settleSandboxPayment(
  app: FastifyInstance,
  deps: AppDeps,
  orderId: string,
  action: SandboxAction,
  payerCpf?: string,
): Promise<{ httpStatus: number; envelope: Envelope<unknown> }> {
  const found = await findPayment(deps, { orderId })
  if (!found) throw new Refusal('notFound')
  if (payerCpf !== undefined) await setPayer(deps, found.payNo, payerCpf)
  const payment = { ...found, payerCpf: payerCpf ?? found.payerCpf }
  await settlePayment(deps, payment.payNo, results[action], { force: true })
  return sendNotice(app, deps, payment, results[action])
}

/**
 * The payer's own choice on the payment page. Unlike the console, the page settles a payment once:
 * orderExpired, or orderNotPending when it is settled; notFound when there is none.
 */
export async function settleByPayer(
  app: FastifyInstance,
  deps: AppDeps,
  payNo: string,
  action: Exclude<SandboxAction, 'expire'>,
): Promise<PaymentResult> {
  const payment = await findPayment(deps, { payNo })
  if (!payment) throw new Refusal('notFound')
  const result = results[action]
  // The same press twice, on a bad network: the first one counts.
  if (payment.result === result) return result
  if (payment.result === 'expired') throw new Refusal('orderExpired')
  if (payment.result !== null) throw new Refusal('orderNotPending')
  await settlePayment(deps, payNo, result, { force: false })
  const settled = await findPayment(deps, { payNo })
  if (settled?.result !== result) throw new Refusal('orderNotPending')
  const { httpStatus } = await sendNotice(app, deps, payment, result)
  if (httpStatus >= 500) app.log.warn({ payNo, httpStatus }, 'webhook not taken; it is sent again')
  return result
}
