import type { QueueName } from '../db/JobQueue.ts'
import { deliverMail } from '../domain/accounts/outbox.ts'
import { settleCharge } from '../domain/payments/charges.ts'
import { sendPayout } from '../domain/payments/payouts.ts'
import { refundPayment } from '../domain/payments/returnedPayments.ts'
import { deliverPush } from '../domain/push/push.ts'
import type { Handler } from './queueJobs.ts'

/** What a job of each queue does with its row. */
export const handlers: Record<QueueName, Handler> = {
  sendPush: (deps, job) => deliverPush(deps, job),
  sendMail: (deps, { id }) => deliverMail(deps, id),
  settleCharge: (deps, { id }) => settleCharge(deps, id),
  sendPayout: (deps, { id }) => sendPayout(deps, id),
  refundPayment: (deps, { id }) => refundPayment(deps, id),
}
