import type { z } from 'zod'
import { cents, fromWireAmount, toWireAmount, type Cents } from '../money.ts'
import type { LimitKind, LimitPeriod } from '../rules/limits.ts'
import { get, post } from './call.ts'
import type * as schema from './limits.schema.ts'

type Wire = z.output<typeof schema.limits.data>
type SessionWire = z.output<typeof schema.session.data>

/** Responsible play. */
export const limitCalls = {
  limits: get<object, Wire>('/api/app/limits'),
  setLimit: post<{ body: z.output<typeof schema.setLimit.body> }, Wire>('/api/app/limits'),
  timeOut: post<{ body: { days: number } }, Wire>('/api/app/limits/timeOut'),
  selfExclude: post<{ body: { months: number } }, Wire>('/api/app/limits/selfExclude'),
  setRealityCheck: post<{ body: { minutes: number } }, Wire>('/api/app/limits/realityCheck'),
  session: get<object, SessionWire>('/api/app/limits/session'),
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
