import { cents, type Cents } from '#contract/money.ts'
import { profileOf, type JurisdictionProfile } from '../../config/jurisdictions.ts'
import type { AppDeps } from '../../deps.ts'

export type TaxRates = JurisdictionProfile['revenueTax']

/** The rates of the configured jurisdiction; none: no tax. */
export function taxRatesOf(deps: Pick<AppDeps, 'config'>): TaxRates {
  return profileOf(deps).revenueTax
}

/** The rate of a day (YYYY-MM-DD), in hundredths of a percent. */
export function taxRateOn(rates: TaxRates, day: string): number {
  return rates.findLast(({ from }) => from <= day)?.basisPoints ?? 0
}

/**
 * The tax on the bases of some days, in cents: rounded once, half away from zero, so that the tax of a month is that of its
 * base and not the sum of thirty rounded amounts. Negative for days on which players won more than they lost: such days
 * reduce the month's base.
 */
export function taxOf(rates: TaxRates, days: readonly { day: string; base: Cents }[]): Cents {
  let tenThousandths = 0n
  for (const { day, base } of days) tenThousandths += BigInt(base) * BigInt(taxRateOn(rates, day))
  const size = ((tenThousandths < 0n ? -tenThousandths : tenThousandths) + 5_000n) / 10_000n
  return cents(Number(tenThousandths < 0n ? -size : size))
}
