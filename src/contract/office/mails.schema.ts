import { z } from 'zod'
import { search } from './fields.schema.ts'
import { mailStates } from './mails.ts'

export const filter = z.object({ to: search.optional(), state: z.enum(mailStates).optional() })
