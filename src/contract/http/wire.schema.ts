import { z } from 'zod'
import { parseAmount } from '../money.ts'

/** An amount coming in: a number or its text, finite, at most two decimals, not negative. Becomes cents. */
export const amountIn = z.union([z.number(), z.string().max(20)]).transform((value, context) => {
  const parsed = parseAmount(value)
  if (parsed === undefined || parsed < 0) {
    context.addIssue({ code: 'custom', message: 'amount' })
    return z.NEVER
  }
  return parsed
})

/** An amount going out: a number with at most two decimals. */
export const amountOut = z.number().describe('amount with at most two decimals')
export const isoDate = z.iso.datetime().describe('ISO 8601, UTC')
export const id = z.string().min(1).max(64)
/** 0 or 1, as a number or as the text that a form sends. */
export const bit = z.union([z.literal([0, 1, '0', '1'])]).transform((value) => Number(value) as 0 | 1)
export const nothing = z.null()
export const wallet = z.enum(['balance', 'freeBalance'])
