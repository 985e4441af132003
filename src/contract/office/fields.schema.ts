import { z } from 'zod'

/** Why somebody did something; stands in the audit. */
export const reason = z.string().trim().min(3).max(500)
export const byId = z.strictObject({ id: z.string().min(1).max(200) })
export const byNumber = z.strictObject({ id: z.string().regex(/^[1-9]\d{0,17}$/) })
/** Part of a name, an e-mail and the like. */
export const search = z.string().trim().min(1).max(100)
/** A moment in a filter, ISO 8601 with an offset. */
export const moment = z.iso.datetime({ offset: true })
