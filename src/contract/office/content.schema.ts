import { z } from 'zod'
import { contentKinds } from '../rules/content.ts'
import type { ContentState } from '../rules/content.schema.ts'
import { byId } from './fields.schema.ts'

export { byId }

/** Checked by its kind's schema. */
const state = z.custom<ContentState>((value) => typeof value === 'object' && value !== null)

export const filter = z.object({
  kind: z.enum(contentKinds).optional(),
  phase: z.enum(['shown', 'later', 'over', 'off']).optional(),
})
export const create = z.strictObject({
  kind: z.enum(contentKinds),
  slug: z.string().regex(/^[a-z0-9][a-z0-9-]{0,39}$/),
  state,
})
const version = z.number().int().min(0)
export const save = z.strictObject({ state, basedOn: version })
export const restore = z.strictObject({ version, basedOn: version })
