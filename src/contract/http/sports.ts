import type { z } from 'zod'
import { fromWireAmount, type Cents, type WalletName } from '../money.ts'
import type { PeriodCode } from '../rules/markets.ts'
import type { Suspension } from '../rules/prizeSuspension.ts'
import type { ResultCode } from '../rules/settlement.ts'
import type { Sport } from '../rules/sports.ts'
import { get, post } from './call.ts'
import type * as schema from './sports.schema.ts'
import { fromWireWallet } from './wallet.ts'

/** A match on the wire, in responses and in the event `feed:matches`. */
export type MatchWire = z.output<typeof schema.matchWire>

type AlwaysSent =
  | 'matchId'
  | 'version'
  | 'live'
  | 'suspended'
  | 'period'
  | 'homeScore'
  | 'awayScore'
  | 'markets'

/**
 * What has changed of a match since the version `since`: of its markets those that have changed, each whole. It replaces a market with the
 * same market, part and line; the match has the same ones in the same order. Fields that are not there have not changed.
 */
export interface MatchChange extends Pick<MatchWire, AlwaysSent>, Partial<Omit<MatchWire, AlwaysSent>> {
  since: number
}

export type TicketWire = z.output<typeof schema.ticketWire>
/** What a player has marked on the board: ids of matches, names of leagues. */
export type SportsFavouritesWire = z.output<typeof schema.sportsFavourites>

type TicketsQuery = { state: 'open' | 'settled'; cursor?: string; limit?: number }

export const sportsCalls = {
  overview: get<object, z.output<typeof schema.overview.data>>('/api/app/sports/overview', {
    auth: 'optional',
  }),
  /** Live matches or the next day's, by kick-off, page by page, with their main markets. */
  matches: get<{ query: z.input<typeof schema.matches.query> }, z.output<typeof schema.matches.data>>(
    '/api/app/sports/matches',
    { auth: 'optional' },
  ),
  match: get<{ params: { matchId: string } }, MatchWire>('/api/app/sports/match/{matchId}', {
    auth: 'optional',
  }),
  quote: post<{ body: z.input<typeof schema.quote.body> }, z.output<typeof schema.quote.data>>(
    '/api/app/sports/quote',
    { auth: 'optional' },
  ),
  combination: post<
    { body: z.input<typeof schema.combination.body> },
    z.output<typeof schema.combination.data>
  >('/api/app/sports/combination', { auth: 'optional' }),
  /** By the version that the legs of a ticket have. */
  rules: get<{ params: { version: string } }, z.output<typeof schema.rules.data>>(
    '/api/app/sports/rules/{version}',
    { auth: 'none' },
  ),
  board: get<object, SportsFavouritesWire>('/api/app/sports/board'),
  /** Replaces all marks. */
  saveBoard: post<{ body: SportsFavouritesWire }, null>('/api/app/sports/saveBoard'),
  bet: post<{ body: z.input<typeof schema.bet.body> }, TicketWire>('/api/app/sports/bet', {
    idempotent: 'required',
  }),
  tickets: get<{ query: TicketsQuery }, z.output<typeof schema.tickets.data>>('/api/app/sports/tickets'),
  ticket: get<{ params: { ticketId: string } }, TicketWire>('/api/app/sports/ticket/{ticketId}'),
  /** A ticket with the address that shows it on any device. */
  ticketLink: get<{ params: { ticketId: string } }, z.output<typeof schema.ticketLink.data>>(
    '/api/app/sports/ticketLink/{ticketId}',
  ),
  /** The ticket of such an address, for everybody who has it. */
  sharedTicket: get<{ params: { code: string } }, TicketWire>('/api/app/sports/sharedTicket/{code}', {
    auth: 'none',
  }),
  autoCashOut: post<{ body: z.input<typeof schema.autoCashOut.body> }, TicketWire>(
    '/api/app/sports/autoCashOut',
  ),
  cashOut: post<{ body: z.input<typeof schema.cashOut.body> }, TicketWire>('/api/app/sports/cashOut', {
    idempotent: 'required',
  }),
}

/** Data of the refusal `oddsChanged`: the current odds of the legs; null where betting is closed. */
export interface ChangedOdds {
  legs: { matchId: string; key: string; odds: number | null }[]
}

export interface Match extends Omit<MatchWire, 'matchId' | 'time' | 'period'> {
  id: string
  /** Kick-off, ISO 8601. */
  startsAt: string
  period: PeriodCode
}

export type MatchMarket = MatchWire['markets'][number]
export type MatchEvent = NonNullable<MatchWire['events']>[number]
export type MatchStatistic = NonNullable<MatchWire['statistics']>[number]
export type MatchOption = MatchMarket['options'][number]

export function fromWireMatch({ matchId, time, period, ...wire }: MatchWire): Match {
  return { ...wire, id: matchId, startsAt: time, period: period as PeriodCode }
}

/** The match after the change; undefined where it is a change of another version. */
export function matchAfterChange(match: MatchWire, { since, ...change }: MatchChange): MatchWire | undefined {
  if (match.version !== since) return undefined
  const changed = new Map(change.markets.map((market) => [keyOfMarket(market), market]))
  const markets = match.markets.map((market) => changed.get(keyOfMarket(market)) ?? market)
  return { ...match, ...change, markets }
}

function keyOfMarket({ market, gameTime, line }: MatchMarket): string {
  return `${market} ${gameTime} ${line}`
}

type LegWire = TicketWire['legs'][number]

export interface TicketLegView extends Omit<LegWire, 'time' | 'result' | 'sport' | 'now'> {
  sport: Sport
  startsAt: string
  result: ResultCode
  /** While the match is live and the selection open. */
  now?: LiveLeg
}

/** The live score of the part that a selection is on, and the result if the part ended at it. */
export interface LiveLeg extends Omit<NonNullable<LegWire['now']>, 'period' | 'result'> {
  period: PeriodCode
  result: ResultCode
}

/** A bet ticket. Amounts in cents, times ISO 8601, `odds` the combined decimal odds. */
export interface Ticket {
  id: string
  kind: 'single' | 'parlay'
  stake: Cents
  wallet: WalletName
  /** State of the bet: -10 placed, 0 pending, 9999 drawn, 4 lost, -1 exception (refunded). */
  state: number
  result: ResultCode | null
  reason: string | null
  odds: number
  potential: Cents
  payout: Cents
  /** What a cash-out would pay now; null if it is not offered. */
  cashOut: Cents | null
  isCashedOut: boolean
  /** What was cashed out of the stake before, in parts, and what that paid. */
  cashedStake: Cents
  cashedPaid: Cents
  /** The value from which on it is cashed out by itself; null: never. */
  autoCashOut: Cents | null
  time: string
  settledAt: string | null
  /** By the house: the prize, of an open ticket what it will pay; null: it is not. */
  suspended: Suspension<Date> | null
  legs: TicketLegView[]
}

export function fromWireTicket(wire: TicketWire): Ticket {
  return {
    id: wire.ticketId,
    kind: wire.kind,
    stake: fromWireAmount(wire.amount),
    wallet: fromWireWallet(wire.wallet),
    state: wire.state,
    result: wire.result as ResultCode | null,
    reason: wire.reason,
    odds: wire.odds,
    potential: fromWireAmount(wire.potential),
    payout: fromWireAmount(wire.payout),
    cashOut: wire.cashOut === null ? null : fromWireAmount(wire.cashOut),
    isCashedOut: wire.cashedOut,
    cashedStake: fromWireAmount(wire.cashedStake ?? 0),
    cashedPaid: fromWireAmount(wire.cashedPaid ?? 0),
    autoCashOut: wire.autoCashOut === null ? null : fromWireAmount(wire.autoCashOut),
    time: wire.time,
    settledAt: wire.settledTime,
    suspended: wire.suspended ? { ...wire.suspended, until: new Date(wire.suspended.until) } : null,
    legs: wire.legs.map(({ time, result, now, ...leg }) => ({
      ...leg,
      startsAt: time,
      result: result as ResultCode,
      ...(now && {
        now: { ...now, period: now.period as PeriodCode, result: now.result as ResultCode },
      }),
    })),
  }
}
