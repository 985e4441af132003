import type { z } from 'zod'
import { get, post } from './call.ts'
import type * as schema from './vouchers.schema.ts'

export const voucherCalls = {
  look: get<{ params: { code: string } }, z.output<typeof schema.look.data>>('/api/app/vouchers/{code}'),
  redeem: post<{ body: z.input<typeof schema.redeem.body> }, z.output<typeof schema.redeem.data>>(
    '/api/app/vouchers/redeem',
    { idempotent: 'required' },
  ),
  withdraw: post<{ body: z.input<typeof schema.withdraw.body> }, z.output<typeof schema.withdraw.data>>(
    '/api/app/vouchers/withdraw',
    { idempotent: 'required' },
  ),
  own: get<Record<string, never>, z.output<typeof schema.own.data>>('/api/app/vouchers/own'),
  putBack: post<{ params: { voucherId: string } }, z.output<typeof schema.putBack.data>>(
    '/api/app/vouchers/own/{voucherId}/putBack',
    { idempotent: 'required' },
  ),
}
