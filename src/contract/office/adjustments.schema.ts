import { z } from 'zod'
import { centsWithin, problem } from '../bounds.schema.ts'
import { adjustmentKinds, listedAdjustmentKinds } from './adjustments.ts'
import { moment, reason } from './fields.schema.ts'

/** R$ 1.000.000, in cents: more is a typing error. */
const largest = 100_000_000

export const filter = z.object({
  playerId: z.string().max(200).optional(),
  kind: z.enum(listedAdjustmentKinds).optional(),
  from: moment.optional(),
  to: moment.optional(),
})
export const make = z.strictObject({
  player: z.string().trim().min(1).max(254),
  account: z.enum(['cash', 'bonus']),
  amountCents: centsWithin(-largest, largest).refine((amount) => amount !== 0, problem('zero')),
  kind: z.enum(adjustmentKinds),
  reason,
})
