import { z } from 'zod'
import { oddsPolicies, sports, ticketLimits } from '../rules/sports.ts'
import { amountIn, amountOut, id, isoDate, wallet } from './wire.schema.ts'

/** Ours (spec §7 leaves it open): sports, matches, odds and bet slips (PRODUCT.md section 8). */

const sport = z.enum(sports)
const optionKey = z.string().min(1).max(64).describe('market:gameTime:side[:line or ways]')
const odds = z.number().describe('decimal, two decimals')
const count = z.number().int()

const part = z.object({
  gameTime: count.describe('1 full match, 2 first half, 4 corners, 1001-1004 quarters'),
  home: count,
  away: count,
  final: z.boolean().describe('this part is over'),
})

const market = z.object({
  market: z.enum(['handicap', 'total', 'winner', 'oddEven', 'bigSmall', 'corners']),
  gameTime: count,
  line: z.number().nullable().describe("the home side's, or the total's"),
  suspended: z.boolean().describe('shown, but not open for betting now'),
  options: z.array(
    z.object({ key: optionKey, side: z.string(), line: z.number().nullable().describe('own'), odds }),
  ),
})

/** A match as a list shows it, or whole with all its markets. */
export const matchWire = z.object({
  matchId: id,
  sport,
  league: z.string(),
  home: z.string(),
  away: z.string(),
  time: isoDate.describe('kick-off'),
  period: count.describe('match period of the specification, section 4'),
  minute: count.nullable().describe('minutes played, where the sport has a clock and it runs'),
  homeScore: count,
  awayScore: count,
  parts: z.array(part),
  live: z.boolean(),
  suspended: z.boolean(),
  markets: z.array(market).describe('in a list the main ones'),
  marketCount: count,
  version: z.number().describe('grows with every change: what is older than what is known is old'),
})

export const overview = {
  data: z.object({
    sports: z.array(z.object({ sport, live: count, upcoming: count })),
    simulated: z.boolean().describe('matches, teams and results are made up'),
    serverTime: isoDate,
    limits: z.object({
      minStake: amountOut,
      maxStake: amountOut,
      maxReturn: amountOut.describe('the most one ticket returns'),
      maxLegs: count,
    }),
  }),
}

export const matches = {
  query: z.object({ sport, when: z.enum(['live', 'upcoming']) }),
  data: z.object({ matches: z.array(matchWire), serverTime: isoDate }),
}
export const match = { params: z.object({ matchId: id }), data: matchWire }

/** What the options of a slip cost now; `odds` is null for one that is not open for betting. */
export const quote = {
  body: z.strictObject({
    legs: z.array(z.strictObject({ matchId: id, key: optionKey })).max(ticketLimits.maxLegs * 2),
  }),
  data: z.array(
    z.object({
      matchId: id,
      key: optionKey,
      odds: odds.nullable(),
      live: z.boolean(),
      homeScore: count,
      awayScore: count,
      period: count,
    }),
  ),
}

const leg = z.object({
  matchId: id,
  sport,
  league: z.string(),
  home: z.string(),
  away: z.string(),
  time: isoDate.describe('kick-off'),
  key: optionKey,
  odds: odds.describe('at which the bet was accepted'),
  live: z.boolean().describe('the match was being played when the bet was placed'),
  scoreAtBet: z.object({ home: count, away: count }).nullable().describe('live handicaps count from it'),
  result: count.describe('10 win, 21 half won, 90 refund, 11 half lost, 20 lost, 1000 open'),
  distance: z.number().nullable().describe('d: own lead over the line, where there is a line'),
  factor: z.number().nullable().describe('F: what this leg multiplies the stake with; null while open'),
  score: z.object({ home: count, away: count }).nullable().describe('of the part that was bet on'),
})

export const ticketWire = z.object({
  ticketId: id,
  kind: z.enum(['single', 'parlay']),
  amount: amountOut,
  wallet,
  state: count.describe('-10 placed, 0 pending, 9999 drawn, 4 lost, -1 exception: refunded'),
  result: count.nullable().describe('of the whole ticket once it is settled'),
  reason: z.string().nullable().describe('why a placed bet was not accepted, in the language of the player'),
  odds: z.number().describe('all legs together'),
  potential: amountOut.describe('what it returns when every leg wins'),
  payout: amountOut,
  cashOut: amountOut.nullable().describe('what cashing out pays now; null: not offered'),
  cashedOut: z.boolean(),
  time: isoDate,
  settledTime: isoDate.nullable(),
  legs: z.array(leg),
})

export const bet = {
  body: z.strictObject({
    amount: amountIn,
    wallet: wallet.optional(),
    policy: z.enum(oddsPolicies),
    legs: z
      .array(z.strictObject({ matchId: id, key: optionKey, odds: z.number().min(1).max(10_000) }))
      .min(1)
      // More than a parlay takes: the refusal that says so is the domain's.
      .max(ticketLimits.maxLegs * 2),
  }),
  data: ticketWire,
}

export const tickets = {
  query: z.object({
    state: z.enum(['open', 'settled']),
    cursor: z.string().max(200).optional(),
    limit: z.coerce.number().int().min(1).max(50).optional(),
  }),
  data: z.object({ list: z.array(ticketWire), next: z.string().nullable() }),
}
export const ticket = { params: z.object({ ticketId: id }), data: ticketWire }
/** `amount` is what the player saw: less is never paid, it is refused. */
export const cashOut = {
  body: z.strictObject({ ticketId: id, amount: amountIn }),
  data: ticketWire,
}
