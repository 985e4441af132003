import { z } from 'zod'
import { amountOut, isoDate } from './wire.schema.ts'

const code = z.string().min(1).max(40)

/** What a code is worth, for the player who holds it, before it is redeemed. */
export const look = {
  params: z.object({ code }),
  data: z.object({ amount: amountOut, expiresTime: isoDate }),
}
export const redeem = {
  body: z.strictObject({ code }),
  data: z.object({ amount: amountOut, balance: amountOut }),
}
