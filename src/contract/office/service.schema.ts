import { z } from 'zod'
import { problem } from '../bounds.schema.ts'
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
    ...problem('endsFirst'),
  })
  .refine(({ texts }) => Object.keys(texts).length === 0 || texts.pt_BR !== undefined, {
    path: ['texts', 'pt_BR'],
    ...problem('needsPortuguese'),
  })
export const open = z.strictObject({ reason })
