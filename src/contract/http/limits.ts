import type { z } from 'zod'
import { cents, fromWireAmount, toWireAmount, type Cents } from '../money.ts'
import type { LimitKind, LimitPeriod, PlayPeriod } from '../rules/limits.ts'
import { get, post } from './call.ts'
import type * as schema from './limits.schema.ts'

type Wire = z.output<typeof schema.limits.data>
type SessionWire = z.output<typeof schema.session.data>
type PrizesWire = z.output<typeof schema.prizes.data>
type PlayWire = z.output<typeof schema.play.data>

/** Responsible play. */
export const limitCalls = {
  limits: get<object, Wire>('/api/app/limits'),
  setLimit: post<{ body: z.output<typeof schema.setLimit.body> }, Wire>('/api/app/limits'),
  timeOut: post<{ body: { days: number } }, Wire>('/api/app/limits/timeOut'),
  selfExclude: post<{ body: { months: number | null } }, Wire>('/api/app/limits/selfExclude'),
  setRealityCheck: post<{ body: { minutes: number } }, Wire>('/api/app/limits/realityCheck'),
  session: get<object, SessionWire>('/api/app/limits/session'),
  play: get<{ query: { days: PlayPeriod } }, PlayWire>('/api/app/limits/play'),
  prizes: get<{ query: { year?: number } }, PrizesWire>('/api/app/limits/prizes'),
}

/** A limit. Amounts in cents, or minutes for the kind `time`; null is no limit. */
export interface PlayLimit {
  kind: LimitKind
  period: LimitPeriod
  amount: number | null
  used: number
  next: { amount: number | null; from: string } | null
}

export interface LimitOverview {
  limits: PlayLimit[]
  /** ISO 8601: end of a time-out or self-exclusion; null without one. */
  excludedUntil: string | null
  /** Minutes between two reality checks. */
  realityCheck: number
}

/** An amount of a limit, from two decimals to cents; minutes are unchanged. */
export function fromWireLimitAmount(kind: LimitKind, amount: number): number {
  return kind === 'time' ? amount : fromWireAmount(amount)
}

export function toWireLimitAmount(kind: LimitKind, amount: number): number {
  return kind === 'time' ? amount : toWireAmount(cents(amount))
}

export function fromWirePlayLimits(wire: Wire): LimitOverview {
  const toAmount = (kind: LimitKind, amount: number | null) =>
    amount === null ? null : fromWireLimitAmount(kind, amount)
  return {
    ...wire,
    limits: wire.limits.map(({ kind, period, amount, used, next }) => ({
      kind,
      period,
      amount: toAmount(kind, amount),
      used: fromWireLimitAmount(kind, used),
      next: next && { amount: toAmount(kind, next.amount), from: next.from },
    })),
  }
}

/** The current session, for the reality check. `net`: payouts minus stakes, in cents. */
export interface SessionSummary {
  startedAt: string
  minutes: number
  net: Cents
  realityCheck: number
}

export function fromWireSession(wire: SessionWire): SessionSummary {
  return { ...wire, net: fromWireAmount(wire.net) }
}

/** Settled bets paid with one's own money, in cents. */
export interface PlayedSums {
  stakes: Cents
  payouts: Cents
}

export interface PlayedDay extends PlayedSums {
  /** YYYY-MM-DD, Brasília. */
  day: string
  deposits: Cents
  withdrawals: Cents
  /** Time spent playing. */
  minutes: number
}

export interface PlayedGame extends PlayedSums {
  /** A code of the catalogue, `sports`, or '' where it is no longer known. */
  game: string
  /** Its name in the catalogue. */
  name: string | null
}

/** What a player has staked, got back, paid in and taken out in a number of days. */
export interface PlayHistory {
  from: string
  to: string
  /** False while older bets are still being counted: the sums are too low, and the call is to be repeated. */
  isComplete: boolean
  /** Days on which something happened, oldest first. */
  days: PlayedDay[]
  games: PlayedGame[]
  /** Bets paid with the bonus wallet, which are in no other sum. */
  bonus: PlayedSums
}

export function fromWirePlayHistory({ from, to, complete, days, games, bonus }: PlayWire): PlayHistory {
  const toSums = ({ stakes, payouts }: { stakes: number; payouts: number }) => ({
    stakes: fromWireAmount(stakes),
    payouts: fromWireAmount(payouts),
  })
  return {
    from,
    to,
    isComplete: complete,
    days: days.map(({ day, minutes, deposits, withdrawals, ...sums }) => ({
      day,
      minutes,
      deposits: fromWireAmount(deposits),
      withdrawals: fromWireAmount(withdrawals),
      ...toSums(sums),
    })),
    games: games.map(({ game, name, ...sums }) => ({ game, name, ...toSums(sums) })),
    bonus: toSums(bonus),
  }
}

/** What the bets of a year have paid beyond their stakes, by kind of bet, in cents; negative for a loss. */
export interface PrizeStatement {
  year: number
  /** In which the player has bet and prizes were taxed, newest first. */
  years: number[]
  sports: Cents
  games: Cents
  /** Null where prizes are not taxed. */
  tax: { exempt: Cents; percent: number; net: Cents; taxable: Cents; amount: Cents } | null
}

export function fromWirePrizes({ year, years, sports, games, tax }: PrizesWire): PrizeStatement {
  return {
    year,
    years,
    sports: fromWireAmount(sports),
    games: fromWireAmount(games),
    tax: tax && {
      exempt: fromWireAmount(tax.exempt),
      percent: tax.percent,
      net: fromWireAmount(tax.net),
      taxable: fromWireAmount(tax.taxable),
      amount: fromWireAmount(tax.amount),
    },
  }
}
