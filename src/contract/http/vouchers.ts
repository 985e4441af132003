import type { z } from 'zod'
import { get, post } from './call.ts'
import type * as schema from './vouchers.schema.ts'

export const voucherCalls = {
  look: get<{ params: { code: string } }, z.output<typeof schema.look.data>>('/api/app/vouchers/{code}'),
  redeem: post<{ body: z.input<typeof schema.redeem.body> }, z.output<typeof schema.redeem.data>>(
    '/api/app/vouchers/redeem',
    { idempotent: 'required' },
  ),
}
