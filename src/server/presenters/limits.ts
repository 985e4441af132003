import { toWireLimitAmount } from '#contract/http/limits.ts'
import { cents, toWireAmount } from '#contract/money.ts'
import type { LimitKind } from '#contract/rules/limits.ts'
import type { PlayedSums, PlayHistory } from '../domain/play/playHistory.ts'
import type { PrizeStatement } from '../domain/reports/prizes.ts'
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

/** Sums of one's own play on the wire. */
export function presentPlayHistory({ from, to, isComplete, days, games, bonus }: PlayHistory) {
  const toWire = ({ stakes, payouts }: PlayedSums) => ({
    stakes: toWireAmount(stakes),
    payouts: toWireAmount(payouts),
  })
  return {
    from,
    to,
    complete: isComplete,
    days: days.map(({ day, deposits, withdrawals, seconds, ...sums }) => ({
      day,
      ...toWire(sums),
      deposits: toWireAmount(deposits),
      withdrawals: toWireAmount(withdrawals),
      minutes: Math.round(seconds / 60),
    })),
    games: games.map(({ game, name, ...sums }) => ({ game, name, ...toWire(sums) })),
    bonus: toWire(bonus),
  }
}

/** The prizes of a year on the wire. */
export function presentPrizes({ year, years, sports, games, rate, net, taxable, tax }: PrizeStatement) {
  return {
    year,
    years,
    sports: toWireAmount(sports),
    games: toWireAmount(games),
    tax: rate && {
      exempt: toWireAmount(cents(rate.exemptCents)),
      percent: rate.basisPoints / 100,
      net: toWireAmount(net),
      taxable: toWireAmount(taxable),
      amount: toWireAmount(tax),
    },
  }
}
