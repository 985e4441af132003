/**
 * How much of a stake counts for the turnover: all of it when the bet is a risk, little when it hardly can lose
 * (docs/product.md, "Turnover").
 */
import { plus, rational, times, type Rational } from '../games/rational.ts'
import { cents, ZERO, type Cents } from '../money.ts'

/** From which chance of winning on, in percent, which share of the stake counts, in percent. The terms show it. */
export const turnoverSteps = [
  { chance: 90, counts: 5 },
  { chance: 75, counts: 25 },
  { chance: 0, counts: 100 },
] as const

/** A possible end of all bets of a player on one result: its chance, and what they pay in cents. */
interface PossibleEnd {
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

/** The part of a stake that counts for a bet with this chance of winning, cut to whole cents. */
export function countedStake(stake: Cents, chance: Rational): Cents {
  return share(stake, percentOf(chance))
}

/**
 * The part of several stakes on one result that counts. They count as one bet, by what they lose together on
 * average: if that is less than a tenth, they cancel each other and count nothing; otherwise as a bet that loses as
 * much, but no more than twice that loss, so that red against black counts about the difference. `picks`: how
 * many different ones there are; one alone counts by the table.
 */
export function countedTogether(stakes: Cents, picks: number, ends: readonly PossibleEnd[]): Cents {
  if (stakes === ZERO) return ZERO
  const loss = ends
    .map(({ chance, payout }) => times(chance, atLeastNothing(minus(rational(stakes), payout))))
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
  const ends = sides.map(({ payout }, i) => ({ chance: times(chances[i] ?? NOTHING, scale), payout }))
  const none = { chance: minus(ONE, times(sum, scale)), payout: NOTHING }
  const stakes = cents(sides.reduce((total, side) => total + side.stakes, 0))
  return countedTogether(stakes, sides.length, [...ends, none])
}

/** The part of a sum that belongs to one of its stakes, cut to whole cents. */
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

function atLeastNothing(value: Rational): Rational {
  return value.numerator > 0n ? value : NOTHING
}
