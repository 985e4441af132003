import { add, cents, max, subtract, ZERO, type Cents } from '../money.ts'

/** From the year of `from` (YYYY-MM-DD) on: what of a year's prizes is free of tax, in cents, and the rate of the rest. */
export interface PrizeTaxRate {
  from: string
  exemptCents: number
  /** In hundredths of a percent. */
  basisPoints: number
}

/** What a year's bets have paid beyond their stakes, by kind of bet; negative for a loss. Only cash, no bonuses. */
export interface PrizeYear {
  sports: Cents
  games: Cents
}

/**
 * The prizes of a year by Brazil's rule (IN RFB 2.299/2025): losses are deducted within a kind of bet and not between them,
 * and the tax is on what exceeds the free amount, rounded half up. A player has one free amount with all operators together.
 */
export function prizesOf(
  { sports, games }: PrizeYear,
  rate: PrizeTaxRate,
): Record<'net' | 'taxable' | 'tax', Cents> {
  const net = add(max(sports, ZERO), max(games, ZERO))
  const taxable = max(subtract(net, cents(rate.exemptCents)), ZERO)
  return { net, taxable, tax: cents(Math.floor((taxable * rate.basisPoints + 5_000) / 10_000)) }
}

/** The rate of a year; undefined: prizes were not taxed. The rates are in the order of their days. */
export function prizeRateOf(rates: readonly PrizeTaxRate[], year: number): PrizeTaxRate | undefined {
  return rates.filter(({ from }) => from <= `${year}-12-31`).pop()
}
