import { z } from 'zod'
import { longestSearch } from '../rules/boardPages.ts'
import { endReasons } from '../rules/settlementRules.ts'
import { correctionReasons, legCorrections } from '../rules/sportRules.ts'
import { prizeReasons } from '../rules/prizeSuspension.ts'
import { matchStatistics, mostMarks, oddsPolicies, sports, ticketLimits } from '../rules/sports.ts'
import { amountIn, amountOut, id, isoDate, wallet } from './wire.schema.ts'

/** Sports, matches, odds and tickets: docs/product.md, "Sports". */

const sport = z.enum(sports)
const optionKey = z.string().min(1).max(64).describe('market:gameTime:side[:line or ways]')
const odds = z.number().describe('decimal, two decimals')
/** Absent from a server of an earlier version, and from one of ours where there is no boost. */
const boostedFrom = odds.optional().describe('price without the boost, which is for singles before kick-off')
const count = z.number().int()

const part = z.object({
  gameTime: count.describe('1 full match, 2 first half, 4 corners, 1001-1004 quarters'),
  home: count,
  away: count,
  final: z.boolean().describe('whether this part is over'),
})

const market = z.object({
  market: z.enum([
    'handicap',
    'total',
    'winner',
    'oddEven',
    'bigSmall',
    'corners',
    'bothScore',
    'doubleChance',
    'correctScore',
  ]),
  gameTime: count,
  line: z.number().nullable().describe('line of the home side, or of the total'),
  suspended: z.boolean().describe('shown, but betting is closed now'),
  options: z.array(
    z.object({
      key: optionKey,
      side: z.string(),
      line: z.number().nullable().describe('line of this option'),
      odds,
      boostedFrom,
      // Absent from a server of an earlier version, which closes the whole market.
      suspended: z
        .boolean()
        .optional()
        .describe('closed, because its price is too short or too long; the others of the market are not'),
    }),
  ),
})

const matchEvent = z.object({
  kind: z.enum(['score', 'corner', 'yellowCard', 'redCard', 'period']),
  minute: count.nullable().describe('null for a sport without a clock'),
  side: z.enum(['home', 'away']).nullable().describe('null for a period'),
  points: count,
  period: count.optional().describe('the period that begins'),
  score: z
    .object({ home: count, away: count })
    .nullable()
    .describe('the score after it; null for a corner and a card'),
})

const matchStatistic = z.object({ kind: z.enum(matchStatistics), home: count, away: count })

/** A match: in lists with its main markets, else with all of them, its last events and its statistics. */
export const matchWire = z.object({
  matchId: id,
  sport,
  league: z.string(),
  home: z.string(),
  away: z.string(),
  time: isoDate.describe('kick-off'),
  period: count.describe(
    'period of the match: 0 not open, 1 first half, 2 half time, 3 second half, 4 overtime, 5 penalties, -1 finished',
  ),
  minute: count.nullable().describe('minutes played, if the sport has a clock and it runs'),
  homeScore: count,
  awayScore: count,
  parts: z.array(part),
  sets: z
    .array(z.object({ home: count, away: count }))
    .optional()
    .describe('points of each set so far, where they are counted; the last one may still be played'),
  live: z.boolean(),
  suspended: z.boolean(),
  markets: z.array(market).describe('in lists only the main markets'),
  marketCount: count,
  events: z.array(matchEvent).optional().describe('the last ones, in the order of time; not in lists'),
  statistics: z
    .array(matchStatistic)
    .optional()
    .describe('counts of each side so far, possession in percent; not in lists'),
  version: z
    .number()
    .describe('grows with every change: clients ignore versions older than the one they have'),
})

export const overview = {
  data: z.object({
    sports: z.array(z.object({ sport, live: count, upcoming: count })),
    simulated: z.boolean().describe('whether matches, teams and results are simulated'),
    serverTime: isoDate,
    limits: z.object({
      minStake: amountOut,
      maxStake: amountOut,
      maxReturn: amountOut.describe('the most that one ticket returns'),
      maxLegs: count,
    }),
  }),
}

const when = z.enum(['live', 'upcoming'])

export const matches = {
  query: z.object({
    sport,
    when,
    cursor: z.string().max(200).optional().describe('`nextCursor` of the page before'),
    search: z
      .string()
      .trim()
      .min(1)
      .max(longestSearch)
      .optional()
      .describe('words that the names of teams and league have, whatever their accents and case'),
  }),
  data: z.object({
    matches: z.array(matchWire),
    popular: z
      .array(id)
      .optional()
      .describe('ids of the matches that most players have bet on, at most 5; absent from earlier versions'),
    next: z
      .array(matchWire)
      .optional()
      .describe('with few live matches: those that begin next; absent from earlier versions'),
    nextCursor: z
      .string()
      .optional()
      .describe('of the page that follows; absent from the last one, and from earlier versions'),
    leagues: z
      .array(z.object({ name: z.string(), count, today: count.describe('of these, those of this day') }))
      .optional()
      .describe('on the first of several pages: how many matches each league has on all of them'),
    serverTime: isoDate,
  }),
}
export const match = { params: z.object({ matchId: id }), data: matchWire }

const pastMatch = z.object({
  matchId: id,
  time: isoDate.describe('kick-off'),
  home: z.string(),
  away: z.string(),
  homeScore: count,
  awayScore: count,
  winner: z.enum(['home', 'draw', 'away']).describe('who won, which the score of a fight does not say'),
})

export const form = {
  params: z.object({ matchId: id }),
  data: z.object({
    home: z
      .array(pastMatch)
      .describe('the last five that the home side has finished, at home or away, the last first'),
    away: z.array(pastMatch).describe('the same of the away side'),
    meetings: z.array(pastMatch).describe('the last five of both against each other'),
  }),
}

/** The current odds of the options on a slip; `odds` is null where betting is closed. */
const marks = z.array(z.string().min(1).max(120)).max(mostMarks)

export const sportsFavourites = z.strictObject({
  matches: marks.describe('ids of favourite matches'),
  leagues: marks.describe('names of favourite leagues'),
  folded: marks.describe('names of leagues whose matches are hidden'),
})

export const board = { data: sportsFavourites }

export const marked = {
  body: z.strictObject({ sport, when, matches: marks, leagues: marks }),
  data: z.object({ matches: z.array(matchWire).describe('at most 100, those with such an id first') }),
}

export const saveBoard = { body: sportsFavourites, data: z.null() }

export const quote = {
  body: z.strictObject({
    legs: z.array(z.strictObject({ matchId: id, key: optionKey })).max(ticketLimits.maxPicks),
  }),
  data: z.array(
    z.object({
      matchId: id,
      key: optionKey,
      odds: odds.nullable(),
      boostedFrom,
      live: z.boolean(),
      homeScore: count,
      awayScore: count,
      period: count,
    }),
  ),
}

/** The rules of a sport as they were at some time; `current`: those in force. */
export const rules = {
  params: z.object({ version: z.string().min(1).max(32) }),
  data: z.object({
    sport,
    overtime: z.boolean().describe('whether overtime counts for bets on the whole match'),
    retirement: z.enum(['house', 'official', 'refund']),
    ends: z.array(z.enum(endReasons)).describe('how a match can end besides by its score'),
    house: z.object({ retirement: z.enum(['afterOneSet', 'endOnly']), superOver: z.boolean() }),
    waitHours: count.describe('bets on a stopped match are refunded after so many hours'),
    correctionHours: count,
    settledAgain: z.array(z.enum(correctionReasons)).describe('the reasons of corrections that settle again'),
    since: isoDate.describe('when bets were first taken under them'),
    current: z.boolean(),
  }),
}

/** What several options of one match cost as one bet; `odds` is null when they are not offered together. */
export const combination = {
  body: z.strictObject({ matchId: id, keys: z.array(optionKey).min(2).max(ticketLimits.maxLegs) }),
  data: z.object({ odds: odds.nullable() }),
}

const leg = z.object({
  matchId: id,
  sport,
  league: z.string(),
  home: z.string(),
  away: z.string(),
  time: isoDate.describe('kick-off'),
  key: optionKey,
  odds: odds.describe('odds at which the bet was accepted'),
  boostedFrom,
  live: z.boolean().describe('whether the match was live when the bet was placed'),
  scoreAtBet: z
    .object({ home: count, away: count })
    .nullable()
    .describe('score from which a live handicap counts'),
  result: count.describe('10 win, 21 half won, 90 refund, 11 half lost, 20 lost, 1000 open'),
  distance: z.number().nullable().describe('d: lead of the own side over the line; null without a line'),
  factor: z.number().nullable().describe('F: return factor of this leg; null while it is open'),
  score: z.object({ home: count, away: count }).nullable().describe('score of the part that the bet is on'),
  // Absent from a server of an earlier version too, during an upgrade.
  ended: z
    .enum(endReasons)
    .optional()
    .describe('how a match ended whose score alone does not say it, once the leg is settled'),
  rules: z
    .string()
    .optional()
    .describe('version of the rules that the bet is settled by; absent from older bets'),
  corrected: z
    .enum(legCorrections)
    .optional()
    .describe('why the result is another one than at first, or stands whatever was decided afterwards'),
  // Absent from a server of an earlier version too, during an upgrade.
  now: z
    .object({
      period: count,
      minute: count.nullable(),
      home: count.describe('score of the part that the bet is on'),
      away: count,
      sets: z.array(z.object({ home: count, away: count })).optional(),
      result: count.describe('the result if this part ended at this score'),
    })
    .optional()
    .describe('while the match is live and the selection open'),
})

export const ticketWire = z.object({
  ticketId: id,
  kind: z.enum(['single', 'parlay']),
  amount: amountOut.describe('stake that is in play, or was when the ticket ended'),
  wallet,
  state: count.describe('-10 placed, 0 pending, 9999 drawn, 4 lost, -1 exception: refunded'),
  result: count.nullable().describe('result of the ticket; null until it is settled'),
  reason: z.string().nullable().describe("why the bet was not accepted, in the player's language"),
  odds: z.number().describe('combined odds of all legs'),
  potential: amountOut.describe('what the ticket returns if every leg wins'),
  payout: amountOut,
  cashOut: amountOut.nullable().describe('what a cash-out pays now; null if it is not offered'),
  cashedOut: z.boolean(),
  // Absent from a server of an earlier version, during an upgrade.
  cashedStake: amountOut.optional().describe('stake that was cashed out before, in parts'),
  cashedPaid: amountOut.optional().describe('what these parts paid'),
  autoCashOut: amountOut.nullable().describe('the value from which on it is cashed out by itself'),
  time: isoDate,
  settledTime: isoDate.nullable(),
  suspended: z
    .object({ until: isoDate, reason: z.enum(prizeReasons) })
    .optional()
    .describe('the house has suspended the prize, of an open ticket what it will pay'),
  legs: z.array(leg),
})

export const bet = {
  body: z.strictObject({
    amount: amountIn,
    wallet: wallet.optional(),
    policy: z.enum(oddsPolicies),
    combine: z
      .boolean()
      .optional()
      .describe('several legs of a match are one bet: the first has the odds of all, the others 1'),
    legs: z
      .array(z.strictObject({ matchId: id, key: optionKey, odds: z.number().min(1).max(10_000) }))
      .min(1)
      // More than a parlay may have, so that the domain refuses it with its own message.
      .max(ticketLimits.maxPicks),
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
export const ticketLink = {
  params: z.object({ ticketId: id }),
  data: z.object({ ticket: ticketWire, url: z.string() }),
}
/** `cashOut` is always null: only its owner is offered one. */
export const sharedTicket = { params: z.object({ code: z.string().min(1).max(100) }), data: ticketWire }
export const ticket = { params: z.object({ ticketId: id }), data: ticketWire }
/** `amount`: from this value on; null: not any more. */
export const autoCashOut = {
  body: z.strictObject({ ticketId: id, amount: amountIn.nullable() }),
  data: ticketWire,
}
/** `amount` is what the player saw. If the cash-out is worth less by now, it is refused. */
export const cashOut = {
  body: z.strictObject({
    ticketId: id,
    amount: amountIn,
    part: amountIn.optional().describe('how much of the stake is cashed out; without it all'),
  }),
  data: ticketWire,
}
