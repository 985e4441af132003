import type { GameTimeCode } from '#contract/rules/markets.ts'
import type { Market, Sport } from '#contract/rules/sports.ts'
import { GameTime } from '#contract/statusCodes.ts'
import { leagueNamed } from './leagues.ts'

/** By how much the implied chances of a market exceed certainty, a fraction: more where there are many long odds, as at any house. */
const ofMarket: Readonly<Record<Market, number>> = {
  winner: 0.05,
  handicap: 0.045,
  total: 0.05,
  oddEven: 0.05,
  bigSmall: 0.05,
  corners: 0.07,
  bothScore: 0.06,
  doubleChance: 0.055,
  // Sharp houses take 10 to 15 %, others up to 40.
  correctScore: 0.15,
}

/** Sports that few people bet on, and about which those few know more. */
const ofSport: Partial<Record<Sport, number>> = {
  boxing: 1.2,
  snooker: 1.2,
  badminton: 1.2,
  tableTennis: 1.3,
  cricket: 1.2,
  motorRacing: 1.3,
}

/** Halves and quarters. */
const ofPart = 1.2

/** The margin of a market where the trading desk says nothing, a fraction. */
export function usualMargin(
  { sport, league }: { sport: Sport; league: string },
  market: Market,
  gameTime: GameTimeCode,
): number {
  const isPart = gameTime !== GameTime.fullMatch && gameTime !== GameTime.cornerKick
  const factor = (ofSport[sport] ?? 1) * (isPart ? ofPart : 1) * (leagueNamed(sport, league)?.margin ?? 1)
  return ofMarket[market] * factor
}

/** Where a price may lie. */
export interface PriceRange {
  /** Without margin: the odds at which one unit returns one on average. Infinite for an option that cannot win. */
  fair: number
  /** The highest odds that leave the house its least edge, refunds included. */
  most: number
}

/** Options priced outside this range are closed. */
const offeredOdds = { from: 1.01, to: 501 }

/** Whether an option can be bet at this price. */
export function isOffered(odds: number): boolean {
  return odds >= offeredOdds.from && odds <= offeredOdds.to
}

/** A price that is too short or too long closes its option, and only that. */
export function shownPrice(price: number): { odds: number; isClosed?: true } {
  if (isOffered(price)) return { odds: price }
  return { odds: Math.min(Math.max(price, offeredOdds.from), offeredOdds.to), isClosed: true }
}

/**
 * The prices of a market's options with a margin, which weighs more on long odds: between the fair chances times 1 + margin
 * and these chances raised to the one power (below 1) at which they add up to as much. Bettors overrate outsiders, and every
 * house takes more from them, but not ever more: no option bears more than `mostOf`, so that a market with a big favourite
 * has less than its margin.
 * Rounded down to two decimals. Of double chance the margin is on the three results, each in two of its options.
 */
export function pricesWithMargin(market: Market, ranges: readonly PriceRange[], margin: number): number[] {
  const chances = ranges.map(({ fair }) => 1 / fair)
  const implied = market === 'doubleChance' ? impliedPairs(chances, margin) : impliedChances(chances, margin)
  return ranges.map(({ fair, most }, i) => {
    const taken = Math.min(implied[i] as number, mostOf(fair, margin))
    return roundedDown(Math.min(1 / taken, most))
  })
}

/** How much more than its share of the margin an option may bear with each e-fold of its odds over evens, a fraction. */
const moreOnLonger = 0.065
const evens = 2

/**
 * The highest implied chance of an option: its chance with the market's margin, and more the longer its odds. At a margin of
 * 6 % odds of 10 return at least 85 %, of 25 81 %, of 100 75 %. Measured at other houses, from 12 on: Bet365 73 % (3,769
 * matches, margin 5 to 7 %), Pinnacle about 82 % (4,100 matches, margin 3 to 4 %).
 */
function mostOf(fair: number, margin: number): number {
  if (!Number.isFinite(fair)) return 0
  return ((1 + margin) * (1 + moreOnLonger * Math.max(0, Math.log(fair / evens)))) / fair
}

/** By how much the power is lower in a market of unequal chances: an outsider at 1000 has a price of about 300. */
const mostLowered = 0.1
/** Far more than Newton's method needs. */
const mostSteps = 60

/** Of two of three results each, from the margin on the three. */
function impliedPairs(pairs: readonly number[], margin: number): number[] {
  const missing = impliedChances(
    pairs.map((chance) => Math.max(0, 1 - chance)),
    margin,
  )
  const sum = missing.reduce((total, each) => total + each, 0)
  return missing.map((each) => sum - each)
}

/** How much of the margin is the same on all options, a fraction; the rest is more on long odds. */
const evenShare = 0.5
/** The even margin takes at most this fraction of what a favourite's chance lacks to certainty, so that its price is worth taking. */
const mostTaken = 0.25

function impliedChances(chances: readonly number[], margin: number): number[] {
  const raised = raisedChances(chances, margin)
  const [chance, implied] = [Math.max(...chances), Math.max(...raised)]
  const more = chance * (1 + margin) - implied
  const share = more <= 0 ? evenShare : Math.min(evenShare, ((1 - implied) * mostTaken) / more)
  return raised.map((each, i) => each + share * ((chances[i] as number) * (1 + margin) - each))
}

/** The chances raised to one power, at which they add up to 1 + margin. */
function raisedChances(chances: readonly number[], margin: number): number[] {
  const possible = chances.filter((chance) => chance > 0).map(Math.log)
  // What is certain has no price.
  if (possible.length < 2) return [...chances]
  const target = 1 + margin
  // At the power of a market of equal chances less this, a certain favourite's outsiders keep a price worth taking.
  const least = Math.max(0.1, 1 - Math.log(target) / Math.log(possible.length) - mostLowered)
  let [low, high] = [least, 1]
  let power = 1
  for (let step = 0; step < mostSteps; step++) {
    let [sum, slope] = [0, 0]
    for (const log of possible) {
      const raised = Math.exp(power * log)
      sum += raised
      slope += raised * log
    }
    if (Math.abs(sum - target) < 1e-10 || high - low < 1e-12) break
    if (sum < target) high = power
    else low = power
    const next = power - (sum - target) / slope
    power = next > low && next < high ? next : (low + high) / 2
  }
  return chances.map((chance) => (chance > 0 ? chance ** power : 0))
}

export function roundedDown(odds: number): number {
  // Floating-point error must not turn 1.32 into 1.31.
  return Math.floor(odds * 100 + 1e-9) / 100
}
