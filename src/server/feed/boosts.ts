import { GameTime } from '#contract/statusCodes.ts'
import type { Sport } from '#contract/rules/sports.ts'
import type { FeedMarket } from './Feed.ts'
import { chancesOf, fairOdds, type Forecast } from './forecast.ts'
import { randomOf } from './random.ts'

/** One match of football in so many has a boosted price. */
const oneIn = 4
const sides = ['home', 'draw', 'away'] as const
export type BoostedSide = (typeof sides)[number]

/** The margin of a boosted price, about half of the usual one: the house keeps the edge that rewards count on (contract/rules/gameEdge.ts). */
const boostedMargin = 1.025
/** Below, a boost is hardly seen; above, a limited stake would return too much. */
const boostable = { from: 1.5, to: 12 }

/** Whose win has a boosted price until kick-off, if anybody's: a function of seed and match, so that all processes agree. */
export function boostedSideOf(
  seed: string,
  { id, sport }: { id: string; sport: Sport },
): BoostedSide | undefined {
  if (sport !== 'football') return undefined
  const random = randomOf(seed, `boost ${id}`)
  return random() < 1 / oneIn ? sides[Math.floor(random() * sides.length)] : undefined
}

/** The markets with the boosted price of this side, and what it was without the boost. */
export function withBoost(markets: FeedMarket[], side: BoostedSide, forecast: Forecast): FeedMarket[] {
  return markets.map((market) => {
    if (market.market !== 'winner' || market.gameTime !== GameTime.fullMatch || market.isSuspended)
      return market
    const options = market.options.map((option) => {
      if (
        option.selection.side !== side ||
        option.isClosed ||
        option.odds < boostable.from ||
        option.odds > boostable.to
      )
        return option
      // Floating-point error must not turn 2.05 into 2.04.
      const odds =
        Math.floor((fairOdds(chancesOf(option.selection, forecast)) / boostedMargin) * 100 + 1e-9) / 100
      return odds > option.odds ? { ...option, odds, boostedFrom: option.odds } : option
    })
    return { ...market, options }
  })
}
