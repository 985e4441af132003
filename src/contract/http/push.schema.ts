import { z } from 'zod'
import { pushKinds } from '../push.ts'

const endpoint = z.string().max(2_000)
const kinds = z.array(z.enum(pushKinds)).max(pushKinds.length)

export const key = {
  data: z.object({
    key: z.string().nullable().describe('the public VAPID key; null: this server sends none'),
  }),
}
export const device = {
  body: z.strictObject({ endpoint }),
  data: z.object({ kinds: kinds.describe('what this browser is told of') }),
}
export const subscribe = {
  body: z.strictObject({
    endpoint,
    p256dh: z
      .string()
      .regex(/^[\w-]{87}$/)
      .describe("the browser's key: 65 bytes in base64url"),
    auth: z
      .string()
      .regex(/^[\w-]{22}$/)
      .describe('16 bytes in base64url'),
    kinds: kinds.describe('none: the browser is told of nothing more'),
  }),
  data: device.data,
}
