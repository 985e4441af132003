import { z } from 'zod'
import { byId, reason, search } from './fields.schema.ts'

export { byId }

export const filter = z.object({ q: search.optional() })
export const lift = z.strictObject({ reason })
