import { z } from 'zod'
import { depositStates } from './deposits.ts'
import { byId, moment, reason, search } from './fields.schema.ts'

export { byId }

export const withReason = { params: byId, body: z.strictObject({ reason }) }

export const filter = z.object({
  q: search.optional(),
  state: z.enum(depositStates).optional(),
  payer: z.literal('unknown').optional(),
  playerId: z.string().max(200).optional(),
  from: moment.optional(),
  to: moment.optional(),
})
