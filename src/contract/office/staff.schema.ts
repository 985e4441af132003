import { z } from 'zod'
import { byId, reason, search } from './fields.schema.ts'
import { roles } from './permissions.ts'

export { byId }

export const filter = z.object({
  q: search.optional(),
  role: z.enum(roles).optional(),
  status: z.enum(['invited', 'active', 'locked', 'deactivated']).optional(),
})
export const invite = z.strictObject({
  name: z.string().trim().min(2).max(80),
  email: z.email().max(254),
  role: z.enum(roles),
  reason,
})
export const changeRole = z.strictObject({ role: z.enum(roles), reason })
export const withReason = { params: byId, body: z.strictObject({ reason }) }
