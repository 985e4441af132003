import { z } from 'zod'
import { depositStates } from './deposits.ts'
import { byId, moment, search } from './fields.schema.ts'

export { byId }

export const filter = z.object({
  q: search.optional(),
  state: z.enum(depositStates).optional(),
  playerId: z.string().max(200).optional(),
  from: moment.optional(),
  to: moment.optional(),
})
