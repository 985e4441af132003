import { z } from 'zod'
import { amountOut, isoDate } from './wire.schema.ts'

const day = z.string().describe('YYYY-MM-DD, the day in Brasília')

/** The agent dashboard. */
export const agentOverview = {
  data: z.object({
    yqm: z.string().describe('own invitation code'),
    link: z.string().describe('invitation link'),
    rates: z.array(z.number()).describe('commission on bets by level, as fractions'),
    team: z.array(
      z.object({
        level: z.number().int(),
        people: z.number().int(),
        amount: amountOut.describe('sum of the deposits, as in the user info'),
        bets: amountOut,
      }),
    ),
    validPeople: z.number().int().describe('direct invitees who have deposited and bet enough to count'),
    available: amountOut.describe('commission of past days that is not claimed yet'),
    today: amountOut.describe('commission of today so far'),
    claimed: amountOut.describe('all commission claimed so far'),
    nextAt: isoDate.describe("when today's commission can be claimed"),
    days: z
      .array(z.object({ day, amounts: z.array(amountOut).describe('by level'), isClaimed: z.boolean() }))
      .describe('the last 14 days, oldest first'),
  }),
}

export const agentClaim = {
  body: z.strictObject({}),
  data: z.object({ amount: amountOut, through: day.describe('the last day that it pays') }),
}

/** The invited players, newest first; with the names that others see. */
export const agentInvited = {
  query: z.strictObject({
    level: z.coerce.number().int().min(1).max(3).default(1),
    offset: z.coerce.number().int().min(0).max(1_000_000).default(0),
  }),
  data: z.object({
    list: z.array(
      z.object({
        player: z.string(),
        header: z.number().int(),
        time: isoDate,
        czflag: z.union([z.literal([0, 1])]),
        isValid: z.boolean(),
      }),
    ),
    next: z.number().int().nullable().describe('offset of the next page'),
  }),
}

/** The ladder. Without a login all steps are locked. */
export const ladder = {
  data: z.object({
    validPeople: z.number().int(),
    steps: z.array(
      z.object({
        people: z.number().int(),
        reward: amountOut,
        state: z.enum(['locked', 'ready', 'claimed']),
      }),
    ),
  }),
}

export const ladderClaim = {
  body: z.strictObject({ people: z.number().int() }),
  data: z.object({ people: z.number().int(), amount: amountOut }),
}

/** The inviter, for /y{code}. */
export const invitation = {
  params: z.object({ code: z.string().min(1).max(32) }),
  data: z.object({ inviter: z.string(), avatar: z.number().int(), bouns: amountOut }),
}
