import { z } from 'zod'
import { byId, reason } from './fields.schema.ts'
import { differenceSides } from './reconciliation.ts'

export { byId }

export const filter = z.object({
  state: z.enum(['open', 'resolved']).optional(),
  side: z.enum(differenceSides).optional(),
  playerId: z.string().max(200).optional(),
})
export const withReason = { params: byId, body: z.strictObject({ reason }) }
