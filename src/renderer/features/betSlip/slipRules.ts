import type { ParsedAmount } from '#contract/amounts.ts'
import { min, ZERO, type Cents } from '#contract/money.ts'
import { toNumber } from '#contract/rational.ts'
import { combinedOdds, potentialReturn } from '#contract/rules/settlement.ts'
import { ticketLimits } from '#contract/rules/sports.ts'
import type { SlipCombinations } from './SlipCombinations.ts'
import type { SlipLeg } from './SlipLeg.ts'

/** What is wrong with a stake; `invalid`: what is typed is not an amount. */
export type StakeProblem = 'enterAmount' | 'invalid' | 'minAmount' | 'maxAmount'
/** Why the selections cannot be a parlay. */
export type ParlayProblem = 'tooFew' | 'tooMany' | 'sameMatch' | 'notOpen' | 'pricing'

/** `isCapped`: all won would be more than the limit of a ticket. */
export interface PossibleReturn {
  amount: Cents
  isCapped: boolean
}

/** null: the typed stake can be placed. */
export function stakeProblem(parsed: ParsedAmount, most: Cents = ticketLimits.maxStake): StakeProblem | null {
  if (!parsed.ok) return parsed.error === 'empty' ? 'enterAmount' : 'invalid'
  if (parsed.value === 0) return 'enterAmount'
  if (parsed.value < ticketLimits.minStake) return 'minAmount'
  return parsed.value > most ? 'maxAmount' : null
}

/** null: these selections can be one parlay, which has 2 to 12 legs; those of one match are combined. */
export function parlayProblem(
  legs: readonly SlipLeg[],
  { conflicts, arePricing }: Pick<SlipCombinations, 'conflicts' | 'arePricing'>,
): ParlayProblem | null {
  if (legs.length < ticketLimits.minLegs) return 'tooFew'
  if (conflicts.size > 0) return 'sameMatch'
  if (legs.length > ticketLimits.maxLegs) return 'tooMany'
  if (!legs.every((leg) => leg.isOpen)) return 'notOpen'
  return arePricing ? 'pricing' : null
}

/** What a stake returns when all is won. A stake that is too high counts as the highest. */
export function possibleReturn(stake: Cents | undefined, odds: readonly number[]): PossibleReturn {
  const staked = min(stake ?? ZERO, ticketLimits.maxStake)
  const amount = potentialReturn(staked, odds, ticketLimits.maxReturn)
  return { amount, isCapped: potentialReturn(staked, odds) > ticketLimits.maxReturn }
}

/** The odds of all together, with two decimals, for the screen. */
export function totalOdds(odds: readonly number[]): number {
  return toNumber(combinedOdds(odds))
}
