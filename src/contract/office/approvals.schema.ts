import { z } from 'zod'
import { approvalStates } from './approvals.ts'
import { byId, reason } from './fields.schema.ts'

export { byId }

export const filter = z.object({
  state: z.enum(approvalStates).optional(),
  action: z.string().min(1).max(100).optional(),
})
export const decide = { params: byId, body: z.strictObject({ reason }) }
