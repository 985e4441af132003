import { z } from 'zod'
import { id, isoDate } from './wire.schema.ts'

const kind = z.enum(['personalData', 'statement', 'neutralStatement'])

const job = z.object({
  exportId: id,
  kind,
  state: z.enum(['waiting', 'running', 'ready', 'failed']),
  lines: z.number().int().describe('lines written so far'),
  bytes: z.number().int().describe('size so far; of the whole file once it is ready'),
  requestedTime: isoDate,
  expiresTime: isoDate.describe('when the file is deleted'),
  nextTime: isoDate.describe('from when on another file of this kind may be requested'),
})

/** Files with a player's data: docs/product.md, "Exports". */
export const list = { data: z.array(job) }
export const request = { body: z.strictObject({ kind }), data: job }
export const link = {
  params: z.object({ id }),
  body: z.strictObject({}),
  data: z.object({ path: z.string().describe('address of the file, valid for a minute') }),
}
