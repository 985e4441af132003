/**
 * How much of a stake counts for the turnover: all of it for a risky bet, little for a bet that can hardly lose
 * (docs/product.md, "Turnover").
 */
import { plus, rational, times, type Rational } from '../rational.ts'
import { cents, ZERO, type Cents } from '../money.ts'

/** From a chance of winning of `chance` percent, `counts` percent of the stake count. The terms show this table. */
export const turnoverSteps = [
  { chance: 90, counts: 5 },
  { chance: 75, counts: 25 },
  { chance: 0, counts: 100 },
] as const

/** From a chance of winning of so many percent on, only a part of a stake counts. */
export const countedInPartFrom = turnoverSteps[1].chance

/** A possible outcome for a player's bets on one result: its chance, and what the bets pay, in cents. */
interface PossibleOutcome {
  chance: Rational
  payout: Rational
}

/** A side of a market that a player has bet on: the sum of the stakes, and of what they return if it wins. */
export interface BackedSide {
  stakes: Cents
  payout: Rational
}

const ONE = rational(1)
const NOTHING = rational(0)

/** The part of a stake (cents) that counts for a bet with this chance of winning, truncated to whole cents. */
export function countedStake(stake: Cents, chance: Rational): Cents {
  return share(stake, percentOf(chance))
}

/**
 * The counted part (cents) of a player's stakes on one result. They count as one bet, by what they lose together on
 * average: if that is less than a tenth, they cancel each other and count nothing; otherwise as a bet that loses as
 * much, but no more than twice that loss, so that red against black counts about the difference. `picks` is the
 * number of different picks; a single pick counts by the table.
 */
export function countedTogether(stakes: Cents, picks: number, outcomes: readonly PossibleOutcome[]): Cents {
  if (stakes === ZERO) return ZERO
  const loss = outcomes
    .map(({ chance, payout }) => times(chance, notNegative(minus(rational(stakes), payout))))
    .reduce(plus, NOTHING)
  const safe = minus(ONE, times(loss, rational(1, stakes)))
  const counted = countedStake(stakes, safe)
  if (picks < 2) return counted
  if (isFrom(safe, turnoverSteps[0].chance)) return ZERO
  const twice = Number((2n * loss.numerator) / loss.denominator)
  return cents(Math.min(counted, twice))
}

/**
 * The same for a market of a match, on which a player has backed these sides. Odds are the inverse of a chance;
 * no more than one side wins.
 */
export function countedSides(sides: readonly BackedSide[]): Cents {
  const chances = sides.map(({ stakes, payout }) => over(rational(stakes), payout))
  const sum = chances.reduce(plus, NOTHING)
  const scale = isLess(ONE, sum) ? over(ONE, sum) : ONE
  const outcomes = sides.map(({ payout }, i) => ({ chance: times(chances[i] ?? NOTHING, scale), payout }))
  const none = { chance: minus(ONE, times(sum, scale)), payout: NOTHING }
  const stakes = cents(sides.reduce((total, side) => total + side.stakes, 0))
  return countedTogether(stakes, sides.length, [...outcomes, none])
}

/** One stake's share of the counted sum, in proportion to the stakes, truncated to whole cents. */
export function shareOf(counted: Cents, stake: Cents, stakes: Cents): Cents {
  return cents(Number((BigInt(counted) * BigInt(stake)) / BigInt(stakes)))
}

function percentOf(chance: Rational): number {
  return turnoverSteps.find((step) => isFrom(chance, step.chance))?.counts ?? 100
}

function share(stake: Cents, percent: number): Cents {
  return cents(Math.floor((stake * percent) / 100))
}

function isFrom(chance: Rational, percent: number): boolean {
  return !isLess(chance, rational(percent, 100))
}

function isLess(a: Rational, b: Rational): boolean {
  return a.numerator * b.denominator < b.numerator * a.denominator
}

function minus(a: Rational, b: Rational): Rational {
  return plus(a, rational(-b.numerator, b.denominator))
}

function over(a: Rational, b: Rational): Rational {
  return rational(a.numerator * b.denominator, a.denominator * b.numerator)
}

function notNegative(value: Rational): Rational {
  return value.numerator > 0n ? value : NOTHING
}
