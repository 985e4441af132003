/** Who gets an offer of the bonus multiplier, and how much (docs/product.md, "Bonus multiplier"). */
import { cents, min, type Cents } from '../money.ts'

/** The bonus is this share of the counted bets. Small, so that all rewards of a bet stay below the edge of its game. */
export const OFFER_MULTIPLIER = 0.002

/** The counted bets of a day (rules/gameEdge.ts) that an offer requires, and the most that it multiplies. In cents. */
export const LEAST_BETS = cents(500_00)
export const MOST_BETS = cents(5_000_00)

/** The bonuses of higher levels leave no room for it below the edge. */
export const OFFER_MAX_LEVEL = 7

/** How long an offer can be taken. */
export const OFFER_HOURS = 24

/** Days from one offer to the next. */
export const OFFER_PAUSE_DAYS = 7

/** What is multiplied for a day with these counted bets, in cents; undefined when there is no offer. */
export function offerAmount(counted: Cents): Cents | undefined {
  return counted < LEAST_BETS ? undefined : min(counted, MOST_BETS)
}
