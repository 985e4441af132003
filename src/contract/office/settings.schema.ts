import { z } from 'zod'
import { centsWithin, fractionWithin } from '../bounds.schema.ts'
import { reason } from './fields.schema.ts'

/** R$ 1.000.000, in cents. */
const largest = 100_000_000
const limit = centsWithin(0, largest).nullable()

const seenLimit = z.number().nullable()

export const change = z.strictObject({
  settings: z.strictObject({
    captcha: z.enum(['image', 'widget']).optional(),
    gift: z
      .strictObject({
        amountCents: centsWithin(1, largest),
        turnoverFactor: z.number().int().min(0).max(100),
      })
      .optional(),
    commissionRates: z.array(fractionWithin(0, 0.1)).length(3).optional(),
    fourEyes: z.strictObject({ payout: limit, adjustment: limit, voucher: limit, lifting: limit }).optional(),
  }),
  seen: z
    .strictObject({
      captcha: z.enum(['image', 'widget']).optional(),
      gift: z.strictObject({ amountCents: z.number(), turnoverFactor: z.number() }).optional(),
      commissionRates: z.array(z.number()).max(10).optional(),
      fourEyes: z
        .strictObject({
          payout: seenLimit,
          adjustment: seenLimit,
          voucher: seenLimit,
          lifting: seenLimit,
        })
        .optional(),
    })
    .optional(),
  reason,
})
