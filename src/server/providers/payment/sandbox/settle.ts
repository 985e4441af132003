import type { FastifyInstance } from 'fastify'
import type { Envelope } from '#contract/errors.ts'
import type { PaymentMethod } from '#contract/http/appInfo.ts'
import type { SandboxSettlement } from '#contract/sandbox.ts'
import type { AppDeps } from '../../../deps.ts'
import { Refusal } from '../../../texts/refusal.ts'
import type { PaymentResult } from '../PaymentProvider.ts'
import { findPayment, setPayer, settlePayment, type SandboxPayment } from './payments.ts'
import { sendNotification } from './webhook.ts'

const results: Record<SandboxSettlement, PaymentResult> = {
  pay: 'paid',
  cancel: 'cancelled',
  fail: 'failed',
  expire: 'expired',
}

/**
 * For QA: the provider sends a result for an order's payment through the signed
 * webhook, whatever it sent before. `payerCpf` (eleven digits) is a payer other than the player. Returns the
 * webhook's response. Throws notFound for an order without a sandbox payment.
 */
export async function settleSandboxPayment(
  app: FastifyInstance,
  deps: Pick<AppDeps, 'config' | 'db' | 'clock' | 'bus'>,
  orderId: string,
  action: SandboxSettlement,
  payerCpf?: string,
): Promise<{ httpStatus: number; envelope: Envelope<unknown> }> {
  const found = await findPayment(deps, { orderId })
  if (!found) throw new Refusal('notFound')
  if (payerCpf !== undefined) await setPayer(deps, found.payNo, payerCpf)
  const payment = { ...found, payerCpf: payerCpf ?? found.payerCpf }
  await settlePayment(deps, payment.payNo, results[action], { force: true })
  return sendNotification(app, deps, payment, results[action])
}

/**
 * A payment that can still be paid, or has the result `wanted` already. Throws orderExpired, orderNotPending when it is
 * settled, or notFound.
 */
export async function findPayable(
  deps: Pick<AppDeps, 'config' | 'db' | 'clock'>,
  payNo: string,
  wanted?: PaymentResult,
): Promise<SandboxPayment> {
  const payment = await findPayment(deps, { payNo })
  if (!payment) throw new Refusal('notFound')
  if (payment.result === wanted || payment.result === null) return payment
  throw new Refusal(payment.result === 'expired' ? 'orderExpired' : 'orderNotPending')
}

/**
 * Settles a payment by the payer's own choice on the payment page, once, unlike QA's control. Throws
 * orderExpired, orderNotPending when it is settled, or notFound.
 */
export async function settleByPayer(
  app: FastifyInstance,
  deps: Pick<AppDeps, 'config' | 'db' | 'clock' | 'bus'>,
  payNo: string,
  action: Exclude<SandboxSettlement, 'expire'>,
  method: PaymentMethod = 'pix',
): Promise<PaymentResult> {
  const result = results[action]
  const payment = await findPayable(deps, payNo, result)
  // A repeated request: the first one has settled the payment.
  if (payment.result === result) return result
  await settlePayment(deps, payNo, result, { force: false, method })
  const settled = await findPayment(deps, { payNo })
  if (settled?.result !== result) throw new Refusal('orderNotPending')
  const { httpStatus } = await sendNotification(app, deps, payment, result)
  if (httpStatus >= 500) app.log.warn({ payNo, httpStatus }, 'webhook failed; it will be retried')
  return result
}
