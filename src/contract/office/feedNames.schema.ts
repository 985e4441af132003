import { z } from 'zod'
import { feedNameKinds } from './feedNames.ts'
import { byId, reason, search } from './fields.schema.ts'

export const filter = z.object({
  q: search.optional(),
  kind: z.enum(feedNameKinds).optional(),
  isOurs: z.enum(['true', 'false']).optional(),
})
export const change = {
  params: byId,
  body: z.strictObject({ name: z.string().trim().min(1).max(80), reason }),
}
