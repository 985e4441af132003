import { z } from 'zod'
import { reason } from './fields.schema.ts'

const amount = z.number().int().min(0).max(100_000_000)
const limit = amount.nullable()

export const change = z.strictObject({
  settings: z.strictObject({
    captcha: z.enum(['image', 'widget']).optional(),
    gift: z
      .strictObject({ amountCents: amount.min(1), turnoverFactor: z.number().int().min(0).max(100) })
      .optional(),
    commissionRates: z.array(z.number().min(0).max(0.1)).length(3).optional(),
    fourEyes: z.strictObject({ payout: limit, adjustment: limit, voucher: limit, lifting: limit }).optional(),
  }),
  reason,
})
