import { languages, type LanguageCode } from '#contract/languages.ts'
import { formatAmount } from '#contract/moneyTexts.ts'
import type { Cents } from '#contract/money.ts'
import { floorOf, rational, times } from '#contract/rational.ts'
import { combinedOdds } from '#contract/rules/settlement.ts'
import { Refusal } from '../texts/refusal.ts'

/** The highest stake, in cents, that wins no more than this beyond itself at the product of these odds. */
export function stakeThatWins(win: Cents, odds: readonly number[]): number {
  const { numerator, denominator } = combinedOdds(odds)
  // At odds of 1 nothing can be won.
  if (numerator <= denominator) return Infinity
  return Number(
    floorOf(times(rational(win), { numerator: denominator, denominator: numerator - denominator })),
  )
}

/** stakeTooHigh, which says the highest stake that is taken. */
export function stakeRefusal(most: Cents): Refusal {
  return new Refusal('stakeTooHigh', {
    params: { limit: (code: LanguageCode) => formatAmount(most, languages[code]) },
  })
}
