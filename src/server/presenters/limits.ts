import { toWireLimitAmount } from '#contract/http/limits.ts'
import type { LimitKind } from '#contract/rules/limits.ts'
import type { Protection } from '../domain/protection/limits.ts'

/** A player's limits with what is used of them, the exclusion and the reality check on the wire. */
export function presentLimits({ limits, excludedUntil, realityCheck }: Protection) {
  const toWire = (kind: LimitKind, amount: number | null) =>
    amount === null ? null : toWireLimitAmount(kind, amount)
  return {
    limits: limits.map(({ kind, period, amount, used, next }) => ({
      kind,
      period,
      amount: toWire(kind, amount),
      used: toWireLimitAmount(kind, used),
      next: next && { amount: toWire(kind, next.amount), from: next.from.toISOString() },
    })),
    excludedUntil: excludedUntil?.toISOString() ?? null,
    realityCheck,
  }
}
