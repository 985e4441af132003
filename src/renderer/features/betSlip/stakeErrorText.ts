import type { TFunction } from 'i18next'
import type { Language } from '#contract/languages.ts'
import type { Cents } from '#contract/money.ts'
import { ticketLimits } from '#contract/rules/sports.ts'
import { formatMoney } from '../../i18n/format.ts'
import type { StakeProblem } from './slipRules.ts'

/** What is wrong with a stake, with the limit that it breaks. */
export function stakeErrorText(
  t: TFunction,
  problem: StakeProblem,
  language: Language,
  most: Cents = ticketLimits.maxStake,
): string {
  if (problem === 'invalid') return t('games.errors.stakeInvalid')
  const limit = problem === 'maxAmount' ? most : ticketLimits.minStake
  return t(`sports.slip.errors.${problem}`, { limit: formatMoney(limit, language) })
}
