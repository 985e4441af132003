import { z } from 'zod'
import { amountIn, amountOut, id, isoDate } from './wire.schema.ts'

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

/** Takes cash out as a voucher, at a terminal. The response has no code: it may be stored. */
export const withdraw = {
  body: z.strictObject({ amount: amountIn, pwd: z.string().min(1).max(256) }),
  data: z.object({ voucherId: id, balance: amountOut }),
}
/** Vouchers that the player has taken out and that are neither used nor put back. */
export const own = {
  data: z.array(
    z.object({
      voucherId: id,
      amount: amountOut,
      createdTime: isoDate,
      expiresTime: isoDate,
      isExpired: z.boolean().describe('nobody is paid for it, but it can be put back'),
      code: z.string().nullable().describe('only for the session that took it out'),
      url: z.string().nullable().describe('for the QR code'),
    }),
  ),
}
/** Puts the money back into the wallet. */
export const putBack = {
  params: z.object({ voucherId: id }),
  data: z.object({ amount: amountOut, balance: amountOut }),
}
