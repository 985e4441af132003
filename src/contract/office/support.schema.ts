import { z } from 'zod'
import { problem } from '../bounds.schema.ts'
import { languageCodes } from '../languages.ts'
import { maxChatTextLength } from '../rules/chat.ts'
import { byId, reason, search } from './fields.schema.ts'
import { chatStates } from './support.ts'

export { byId }

export const filter = z.object({
  q: search.optional(),
  state: z.enum(chatStates).optional(),
  assigned: z.enum(['me', 'nobody']).optional(),
})
export const cannedFilter = z.object({})
export const get = {
  params: byId,
  query: z.object({ before: z.coerce.number().int().min(0).optional() }),
}
/** The domain says when it is empty or too long once it is sanitized. */
export const answer = { params: byId, body: z.strictObject({ text: z.string().max(20_000) }) }
export const take = {
  params: byId,
  body: z.strictObject({ from: z.string().min(1).max(200).nullable() }),
}
export const handOver = {
  params: byId,
  body: z.strictObject({ to: z.string().min(1).max(200), reason: reason.optional() }),
}

const fields = z.strictObject({
  shortcut: z
    .string()
    .trim()
    .regex(/^[a-z0-9-]{1,30}$/),
  title: z.string().trim().min(1).max(80),
  texts: z
    .partialRecord(z.enum(languageCodes), z.string().trim().min(1).max(maxChatTextLength))
    .refine((texts) => Object.keys(texts).length > 0, {
      path: ['pt_BR'],
      ...problem('needsOneLanguage'),
    }),
})
export const create = { body: fields }
const seen = z.strictObject({
  shortcut: z.string(),
  title: z.string(),
  texts: z.partialRecord(z.enum(languageCodes), z.string()),
})
export const change = { params: byId, body: fields.extend({ seen: seen.optional() }) }
