import { z } from 'zod'
import { parseAmount } from '../money.ts'
import { prizeReasons } from '../rules/prizeSuspension.ts'

/** An amount in a request: a non-negative number or numeric string with at most two decimals. Parsed to cents. */
export const amountIn = z.union([z.number(), z.string().max(20)]).transform((value, context) => {
  const parsed = parseAmount(value)
  if (parsed === undefined || parsed < 0) {
    context.addIssue({ code: 'custom', message: 'amount' })
    return z.NEVER
  }
  return parsed
})

/** An amount in a response: a number with at most two decimals. */
export const amountOut = z.number().describe('amount with at most two decimals')
export const isoDate = z.iso.datetime().describe('ISO 8601, UTC')
export const id = z.string().min(1).max(64)
/** Prizes that the house keeps aside; left out where there is none. */
export const suspendedOut = z
  .array(z.object({ amount: amountOut, until: isoDate, reason: z.enum(prizeReasons) }))
  .optional()
  .describe('prizes that the house has suspended: they are not in the wallet until then')
/** 0 or 1, as a number or as the text of a form. */
export const bit = z.union([z.literal([0, 1, '0', '1'])]).transform((value) => Number(value) as 0 | 1)
export const nothing = z.null()
export const wallet = z.enum(['balance', 'freeBalance'])
/** Fields of a response: both wallets. */
export const balancesOut = { balance: amountOut, freeBalance: amountOut }
/** Fields of a request that sets wallets. Parsed to cents. */
export const balancesIn = { balance: amountIn.optional(), freeBalance: amountIn.optional() }
