import type { z } from 'zod'
import { get, post } from './call.ts'
import type * as schema from './push.schema.ts'

/** Notices of the browser (Web Push): docs/product.md, "Notices of the browser". */
export const pushCalls = {
  key: get<object, z.output<typeof schema.key.data>>('/api/app/push/key'),
  device: post<{ body: { endpoint: string } }, z.output<typeof schema.device.data>>('/api/app/push/device'),
  subscribe: post<{ body: z.input<typeof schema.subscribe.body> }, z.output<typeof schema.device.data>>(
    '/api/app/push/subscribe',
  ),
}
