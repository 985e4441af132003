import { z } from 'zod'
import { familyNames } from '../rules/regulatorReports.ts'
import { byId, reason } from './fields.schema.ts'
import { lotStates, overdueStates } from './regulator.ts'

export { byId }

const family = z.enum(familyNames)
const period = z.string().regex(/^\d{4}-\d{2}(-\d{2})?$/)

export const filter = z.object({
  family: family.optional(),
  state: z.enum(lotStates).optional(),
  from: z.iso.date().optional(),
  to: z.iso.date().optional(),
})
export const overdueFilter = z.object({
  family: family.optional(),
  state: z.enum(overdueStates).optional(),
})
export const make = { body: z.strictObject({ family, period }) }
export const markSent = {
  params: byId,
  body: z.strictObject({ receipt: z.string().trim().min(1).max(200), reason }),
}
export const withReason = { params: byId, body: z.strictObject({ reason }) }
