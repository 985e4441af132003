import { z } from 'zod'
import { languageCodes } from '../languages.ts'
import { moment, reason } from './fields.schema.ts'

export const close = z
  .strictObject({
    from: moment.nullable(),
    until: moment.nullable(),
    texts: z.partialRecord(z.enum(languageCodes), z.string().trim().min(1).max(500)),
    reason,
  })
  .refine(({ from, until }) => from === null || until === null || Date.parse(from) < Date.parse(until), {
    path: ['until'],
  })
  .refine(({ texts }) => Object.keys(texts).length === 0 || texts.pt_BR !== undefined, {
    path: ['texts.pt_BR'],
  })
export const open = z.strictObject({ reason })
