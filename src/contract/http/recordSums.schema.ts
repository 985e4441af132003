import { z } from 'zod'
import { recordTabs, recordWire } from './order.schema.ts'
import { amountOut, isoDate } from './wire.schema.ts'

/** The newest records of all kinds, for /conta. */
export const latestRecords = {
  query: z.object({ limit: z.coerce.number().int().min(1).max(20).optional() }),
  data: z.array(recordWire.extend({ tab: z.enum(recordTabs) })),
}

/** What is done of one kind in a period: pending and cancelled records are not counted. */
export const recordTotals = {
  query: z.object({ tab: z.enum(recordTabs), from: isoDate.optional(), to: isoDate.optional() }),
  data: z.object({
    count: z.number().int(),
    amount: amountOut.describe('moved in all; of bets and rounds the net result'),
    stake: amountOut.nullable(),
    payout: amountOut.nullable(),
  }),
}
