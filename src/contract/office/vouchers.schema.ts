import { z } from 'zod'
import { centsWithin } from '../bounds.schema.ts'
import { byId, moment, reason } from './fields.schema.ts'
import { voucherStates } from './vouchers.ts'

export { byId }

export const filter = z.object({
  state: z.enum(voucherStates).optional(),
  from: moment.optional(),
  to: moment.optional(),
})
export const issue = {
  body: z.strictObject({
    amountCents: centsWithin(1, 100_000_000),
    hours: z.number().int().min(1).max(8760),
  }),
}
/** A scanner types the whole address. */
export const pay = { body: z.strictObject({ code: z.string().min(1).max(300) }) }
export const withReason = { params: byId, body: z.strictObject({ reason }) }
