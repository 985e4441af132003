import { z } from 'zod'
import { staffRefusalCodes } from '../rules/withdrawalDecision.ts'
import { byId, moment, reason, search } from './fields.schema.ts'
import { withdrawalReviews, withdrawalStates } from './withdrawals.ts'

export { byId }

export const filter = z.object({
  q: search.optional(),
  state: z.enum([...withdrawalStates, 'waiting']).optional(),
  type: z.enum(['CPF', 'CNPJ', 'USDT', 'VOUCHER']).optional(),
  playerId: z.string().max(200).optional(),
  from: moment.optional(),
  to: moment.optional(),
})
/** Absent: scripts do not send it, nor did offices of an earlier release, whose pages and approvals may be open still. */
const seen = { review: z.enum(withdrawalReviews).nullable().optional() }
export const approve = z.strictObject({ ...seen, reason: reason.optional() })
export const withReason = { params: byId, body: z.strictObject({ reason }) }
export const refuse = z.strictObject({ ...seen, refusal: z.enum(staffRefusalCodes), reason })
export const markPaid = z.strictObject({ reference: z.string().trim().min(6).max(120), reason })
