import { z } from 'zod'
import { amountOut, id, isoDate } from './wire.schema.ts'

const promotion = z.object({
  id,
  kind: z.enum(['firstDeposit', 'weekendCashback', 'invite']),
  texts: z
    .object({ title: z.string(), short: z.string(), text: z.string(), rules: z.array(z.string()) })
    .nullable()
    .describe("the operator's; null: the client's own for the kind"),
  type: z.number().int().describe('award type'),
  state: z.enum(['login', 'available', 'claimed', 'expired', 'needsDeposit', 'notReady']),
  amount: amountOut.describe('what it pays now, or has paid'),
  fraction: z.number(),
  maximum: amountOut,
  minimum: amountOut,
  days: z.number().int(),
  turnover: z.number(),
  startsAt: isoDate.nullable().describe('start of the time in which it can be claimed'),
  endsAt: isoDate.nullable().describe('end of the time in which it can be claimed'),
})

/** Promotions; for a logged-in player with their state. */
export const promotions = { data: z.object({ list: z.array(promotion) }) }
export const promotionDetail = { params: z.object({ id }), data: promotion }
export const promotionClaim = {
  body: z.strictObject({ id }),
  data: z.object({ id, type: z.number().int(), amount: amountOut }),
}
