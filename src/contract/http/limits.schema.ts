import { z } from 'zod'
import {
  EXCLUSION_MAX_MONTHS,
  EXCLUSION_MIN_MONTHS,
  limitKinds,
  limitPeriods,
  playPeriods,
  REALITY_CHECK_MAX,
  REALITY_CHECK_MIN,
  TIME_OUT_MAX_DAYS,
  TIME_OUT_MIN_DAYS,
} from '../rules/limits.ts'
import { isoDate } from './wire.schema.ts'

const kind = z.enum(limitKinds)
const period = z.enum(limitPeriods)
const limitAmount = z
  .number()
  .nullable()
  .describe('money, or whole minutes for the kind `time`; null is no limit')

/** The player's settings: docs/product.md, "Responsible play". */
const overview = z.object({
  limits: z.array(
    z.object({
      kind,
      period,
      amount: limitAmount,
      used: z.number().describe('used in this period so far'),
      next: z
        .object({ amount: limitAmount, from: isoDate })
        .nullable()
        .describe('a higher limit that takes effect after 24 hours'),
    }),
  ),
  excludedUntil: isoDate
    .nullable()
    .describe('end of a time-out or self-exclusion; the last day of 9999 is one without end'),
  realityCheck: z.number().int().describe('minutes between two reality checks'),
})

export const limits = { data: overview }
export const setLimit = {
  body: z.strictObject({
    kind,
    period,
    amount: z.number().min(0).max(100_000_000).nullable(),
  }),
  data: overview,
}
export const timeOut = {
  body: z.strictObject({ days: z.number().int().min(TIME_OUT_MIN_DAYS).max(TIME_OUT_MAX_DAYS) }),
  data: overview,
}
export const selfExclude = {
  body: z.strictObject({
    months: z
      .number()
      .int()
      .min(EXCLUSION_MIN_MONTHS)
      .max(EXCLUSION_MAX_MONTHS)
      .nullable()
      .describe('null: without end'),
  }),
  data: overview,
}
export const setRealityCheck = {
  body: z.strictObject({ minutes: z.number().int().min(REALITY_CHECK_MIN).max(REALITY_CHECK_MAX) }),
  data: overview,
}
export const session = {
  data: z.object({
    startedAt: isoDate,
    minutes: z.number().int().describe('minutes since then'),
    net: z.number().describe('payouts less stakes since then'),
    realityCheck: z.number().int(),
  }),
}

const sums = {
  stakes: z.number().describe('settled bets paid with cash'),
  payouts: z.number().describe('what they returned'),
}
export const play = {
  query: z.strictObject({
    days: z.coerce
      .number()
      .pipe(z.literal(playPeriods))
      .describe('how many days (Brasília) back, today included'),
  }),
  data: z.object({
    from: z.iso.date(),
    to: z.iso.date(),
    complete: z
      .boolean()
      .describe('false while older bets are still being counted: the sums are too low, repeat the call'),
    days: z
      .array(
        z.object({
          day: z.iso.date(),
          ...sums,
          deposits: z.number().describe('less what a bank took back'),
          withdrawals: z.number().describe('paid out, with its fee, less what a bank returned'),
          minutes: z.number().int(),
        }),
      )
      .describe('days on which something happened, oldest first'),
    games: z
      .array(z.object({ game: z.string(), name: z.string().nullable(), ...sums }))
      .describe('by stakes; `sports` for tickets'),
    bonus: z.object(sums).describe('bets paid with the bonus wallet, which are in no other sum'),
  }),
}

/** What the player's bets of a year have paid beyond their stakes, for the tax on prizes. */
export const prizes = {
  query: z.strictObject({
    year: z.coerce.number().int().min(2000).max(9999).optional().describe('this year unless given'),
  }),
  data: z.object({
    year: z.number().int(),
    years: z
      .array(z.number().int())
      .describe('in which the player has bet and prizes were taxed, newest first'),
    sports: z.number().describe('what bets on sports paid less what they staked; cash only'),
    games: z.number().describe('the same of games'),
    tax: z
      .object({
        exempt: z.number().describe('what is free of tax in a year, with all operators together'),
        percent: z.number(),
        net: z.number().describe('the kinds with a gain'),
        taxable: z.number().describe('what exceeds the free amount'),
        amount: z.number().describe('the tax on that, had the player bet nowhere else'),
      })
      .nullable()
      .describe('null: the jurisdiction does not tax prizes'),
  }),
}
