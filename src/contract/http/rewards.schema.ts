import { z } from 'zod'
import { amountOut, isoDate } from './wire.schema.ts'

const day = z.string().describe('YYYY-MM-DD, the day in Brasília')

/** Ours: the daily game rebate; without a login only the table. */
export const rebate = {
  data: z.object({
    state: z.enum(['login', 'nothing', 'available', 'claimed']),
    day: day.describe('the day whose bets count: yesterday'),
    bets: amountOut.describe('settled bets of that day'),
    amount: amountOut.describe('what they pay, or have paid'),
    level: z.number().int(),
    rate: z.number().describe('share of the bets, as a fraction'),
    today: z.object({ bets: amountOut, amount: amountOut }).describe('so far; can be claimed tomorrow'),
    nextAt: isoDate.describe('when the next day begins'),
    table: z.array(z.object({ level: z.number().int(), rate: z.number() })),
    history: z
      .array(z.object({ day, bets: amountOut, rate: z.number(), amount: amountOut, time: isoDate }))
      .describe('the last 30 claims, newest first'),
  }),
}
export const rebateClaim = { body: z.strictObject({}), data: z.object({ day, amount: amountOut }) }

/** Ours: the daily check-in; without a login only the rewards. */
export const checkIn = {
  data: z.object({
    state: z.enum(['login', 'available', 'claimed']),
    today: day,
    streak: z.number().int().describe('days of the running streak that are done, 0 to 7'),
    days: z.array(
      z.object({
        day: z.number().int().describe('1 to 7'),
        amount: amountOut,
        state: z.enum(['done', 'today', 'later']),
      }),
    ),
    checked: z.array(day).describe('checked days of this month'),
    total: amountOut.describe('earned by check-ins in all'),
    nextAt: isoDate.describe('when the next day begins'),
  }),
}
export const checkInClaim = {
  body: z.strictObject({}),
  data: z.object({ day, streak: z.number().int(), amount: amountOut }),
}
