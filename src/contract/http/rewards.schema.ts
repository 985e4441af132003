import { z } from 'zod'
import { amountOut, isoDate } from './wire.schema.ts'

const day = z.string().describe('YYYY-MM-DD, the day in Brasília')

/** The daily game rebate. Without a login only the table is filled. */
export const rebate = {
  data: z.object({
    state: z.enum(['login', 'nothing', 'available', 'claimed']),
    day: day.describe('the day whose bets count, which is yesterday'),
    bets: amountOut.describe('settled bets of that day'),
    amount: amountOut.describe('what they pay, or what was paid'),
    level: z.number().int(),
    rate: z.number().describe('share of the bets, a fraction'),
    today: z
      .object({ bets: amountOut, amount: amountOut })
      .describe('today so far; it can be claimed tomorrow'),
    nextAt: isoDate.describe('when the next day begins'),
    table: z.array(z.object({ level: z.number().int(), rate: z.number() })),
    history: z
      .array(z.object({ day, bets: amountOut, rate: z.number(), amount: amountOut, time: isoDate }))
      .describe('the last 30 claims, newest first'),
  }),
}
export const rebateClaim = { body: z.strictObject({}), data: z.object({ day, amount: amountOut }) }

/** The daily check-in. Without a login only the rewards are filled. */
export const checkIn = {
  data: z.object({
    state: z
      .enum(['off', 'login', 'needsDeposit', 'needsBets', 'available', 'claimed'])
      .describe('off: there are no check-ins; needsBets: the bets of yesterday do not suffice'),
    today: day,
    streak: z.number().int().describe('completed days of the current streak, 0 to 7'),
    days: z.array(
      z.object({
        day: z.number().int().describe('1 to 7'),
        amount: amountOut,
        state: z.enum(['done', 'today', 'later']),
      }),
    ),
    checked: z.array(day).describe('days of this month with a check-in'),
    total: amountOut.describe('all rewards of check-ins so far'),
    counted: amountOut.describe('the bets of yesterday as far as they count'),
    required: amountOut.describe('how much of them a check-in requires'),
    nextAt: isoDate.describe('when the next day begins'),
  }),
}
export const checkInClaim = {
  body: z.strictObject({}),
  data: z.object({ day, streak: z.number().int(), amount: amountOut }),
}

/** The gift that the house has waiting for a player: 1 while there is one. */
export const userGift = { data: z.union([z.literal([0, 1])]) }
export const claimGift = { body: z.strictObject({}), data: z.object({ amount: amountOut, type: z.number() }) }
