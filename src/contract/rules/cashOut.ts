/** Cashing out a part of a ticket (docs/product.md, "Settlement"). */
import { cents, type Cents } from '../money.ts'
import { ticketLimits } from './sports.ts'

/** What a cash-out of `part` of the stake pays where all of it is worth `value`; rounded down. */
export function partOfValue(value: Cents, part: Cents, stake: Cents): Cents {
  // Exact: the largest value and stake multiply to less than 2^53.
  return cents(Math.floor((value * part) / stake))
}

/** The parts of a stake that can be cashed out alone: both the part and the rest are a bet. Null when there are none. */
export function cashOutParts(stake: Cents): { least: Cents; most: Cents } | null {
  const { minStake } = ticketLimits
  return stake < 2 * minStake ? null : { least: minStake, most: cents(stake - minStake) }
}
