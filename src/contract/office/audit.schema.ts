import { z } from 'zod'
import { byNumber, moment } from './fields.schema.ts'

export const byId = byNumber
const text = z.string().min(1).max(200)

export const filter = z.object({
  staffId: text.optional(),
  action: text.optional(),
  subjectKind: text.optional(),
  subjectId: text.optional(),
  from: moment.optional(),
  to: moment.optional(),
})
