import { z } from 'zod'
import { byId, reason, search } from './fields.schema.ts'

export const filter = z.object({
  q: search.optional(),
  kind: z.enum(['original', 'slot', 'sport']).optional(),
  isOn: z.enum(['true', 'false']).optional(),
})
export const withReason = { params: byId, body: z.strictObject({ reason }) }
export const move = {
  params: byId,
  body: z.strictObject({ sort: z.number().int().min(0).max(100_000), reason }),
}
