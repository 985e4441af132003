import { LRUCache } from 'lru-cache'
import type { GameTimeCode, Selection } from '#contract/rules/markets.ts'
import { keyOfOption } from '#contract/rules/sports.ts'
import { BetResult, GameTime } from '#contract/statusCodes.ts'
import { jointChances, type CombinedOption } from '../combination.ts'
import type { Combination, FeedMarket } from '../Feed.ts'
import { canForecast, chancesOf, forecastOf, meanFactor } from '../forecast.ts'
import { usualMargin } from '../margins.ts'
import { combinedPrice } from '../prices.ts'
import { profiles } from '../profiles.ts'
import { ratesOf, type Rates } from '../rates.ts'
import type { Snapshot } from '../snapshot.ts'

/** A match with its open prices. */
interface Seen {
  snapshot: Snapshot
  markets: readonly FeedMarket[]
}

/** Of these markets exactly one option wins, or all are refunded, so that their prices without margin add up to 1. */
const exclusive: readonly string[] = [
  'winner',
  'handicap',
  'total',
  'corners',
  'bigSmall',
  'oddEven',
  'bothScore',
]
/** Rates are found in this many steps, or not at all. */
const mostSteps = 12
/** By so much the fitted prices may differ from the told ones, in probability. */
const tolerance = 0.002

/**
 * What prices of a provider say about the chances behind them: first the price of the same option without its margin, then
 * the scoring rates that explain the match's winner and total, and nothing where neither is there.
 */
export class FairPrices {
  readonly #seed: string
  readonly #rates = new LRUCache<string, { version: number; rates: Rates | undefined }>({ max: 2_000 })

  constructor(seed: string) {
    this.#seed = seed
  }

  /** The mean return of a bet at `odds`, for each unit staked. */
  factor({
    snapshot,
    markets,
    selection,
    gameTime,
    odds,
  }: Seen & { selection: Selection; gameTime: GameTimeCode; odds: number }): number | undefined {
    const fair = isAtCurrentScore(selection, gameTime, snapshot)
      ? fairOddsOf(markets, keyOfOption({ selection, gameTime }))
      : undefined
    if (fair !== undefined && neverRefunds(selection)) return odds / fair
    const rates = this.#ratesOf({ snapshot, markets })
    const forecast =
      rates && gameTime !== GameTime.cornerKick ? forecastOf(snapshot, rates, gameTime) : undefined
    if (!forecast || !canForecast(selection, forecast)) return undefined
    const chances = chancesOf(selection, forecast)
    if (fair === undefined) return meanFactor(chances, odds)
    // The told price says where the return is 1, the rates how fast it grows with the odds.
    return 1 + (chances[BetResult.win] + chances[BetResult.winHalf] / 2) * (odds - fair)
  }

  /** Several options as one bet. */
  combination({ snapshot, markets }: Seen, options: readonly CombinedOption[]): Combination | undefined {
    // Corners are not explained by goals.
    if (options.some(({ gameTime }) => gameTime === GameTime.cornerKick)) return undefined
    const rates = this.#ratesOf({ snapshot, markets })
    const chances = rates && jointChances(snapshot, rates, options)
    const margins = options.map(({ selection, gameTime }) =>
      usualMargin(snapshot.fixture, selection.market, gameTime),
    )
    return chances && { ...chances, odds: combinedPrice(chances, margins) }
  }

  #ratesOf(seen: Seen): Rates | undefined {
    const { version, fixture } = seen.snapshot
    const cached = this.#rates.get(fixture.id)
    if (cached?.version === version) return cached.rates
    const rates = this.#fittedRates(seen)
    this.#rates.set(fixture.id, { version, rates })
    return rates
  }

  /** The rates at which the model of the sport has the told prices of winner and total; undefined where there are none. */
  #fittedRates({ snapshot, markets }: Seen): Rates | undefined {
    const { sport } = snapshot.fixture
    if (profiles[sport].kind !== 'timed') return undefined
    const winner = ofWhole(markets, 'winner')
    const total = ofWhole(markets, 'total')
    const [home] = winner?.options ?? []
    const away = winner?.options.at(-1)
    const [over] = total?.options ?? []
    if (!winner || !home || !away || !over || !total) return undefined
    const fair = [home, away, over].map(({ key }) => fairOddsOf(markets, key))
    const [fairHome, fairAway, fairOver] = fair
    if (fairHome === undefined || fairAway === undefined || fairOver === undefined) return undefined
    const base = ratesOf(this.#seed, snapshot.fixture)
    const differences = ([h, a]: readonly [number, number]): readonly [number, number] | undefined => {
      const rates = { ...base, scores: { home: Math.exp(h), away: Math.exp(a) } }
      const forecast = forecastOf(snapshot, rates, GameTime.fullMatch)
      if (!forecast) return undefined
      const value = (selection: Selection, odds: number) =>
        (meanFactor(chancesOf(selection, forecast), odds) - 1) / odds
      return [
        value(home.selection, fairHome) - value(away.selection, fairAway),
        value(over.selection, fairOver),
      ]
    }
    const found = solved(differences, [Math.log(base.scores.home), Math.log(base.scores.away)])
    return found && { ...base, scores: { home: Math.exp(found[0]), away: Math.exp(found[1]) } }
  }
}

/** Newton's method with numerical derivatives, in steps of at most one; undefined where it does not arrive. */
function solved(
  differences: (at: readonly [number, number]) => readonly [number, number] | undefined,
  from: readonly [number, number],
): readonly [number, number] | undefined {
  const small = 1e-4
  let [x, y] = from
  for (let step = 0; step < mostSteps; step++) {
    const now = differences([x, y])
    const [right, up] = [differences([x + small, y]), differences([x, y + small])]
    if (!now || !right || !up) return undefined
    if (Math.abs(now[0]) < tolerance && Math.abs(now[1]) < tolerance) return [x, y]
    const [a, b] = [(right[0] - now[0]) / small, (up[0] - now[0]) / small]
    const [c, d] = [(right[1] - now[1]) / small, (up[1] - now[1]) / small]
    const determinant = a * d - b * c
    if (Math.abs(determinant) < 1e-12) return undefined
    x -= limited((d * now[0] - b * now[1]) / determinant)
    y -= limited((a * now[1] - c * now[0]) / determinant)
  }
  return undefined
}

function limited(step: number): number {
  return Math.min(1, Math.max(-1, step))
}

function ofWhole(markets: readonly FeedMarket[], kind: string): FeedMarket | undefined {
  const found = markets.filter(
    ({ market, gameTime, isSuspended, options }) =>
      market === kind &&
      gameTime === GameTime.fullMatch &&
      !isSuspended &&
      options.every(({ isClosed }) => !isClosed),
  )
  return found.find(({ isMain }) => isMain) ?? found[0]
}

/** The price of an option without the margin of its market, which is spread evenly over the options; undefined while it is closed. */
function fairOddsOf(markets: readonly FeedMarket[], key: string): number | undefined {
  const market = markets.find(({ options }) => options.some((option) => option.key === key))
  if (!market || market.isSuspended || !exclusive.includes(market.market)) return undefined
  const { options } = market
  const [first] = options
  const ways = first?.selection.market === 'winner' ? first.selection.ways : 2
  const option = options.find((each) => each.key === key)
  if (!option || options.length < ways || options.some(({ isClosed }) => isClosed)) return undefined
  return option.odds * options.reduce((sum, { odds }) => sum + 1 / odds, 0)
}

/** A level result refunds, and so does a line that is met. */
function neverRefunds(selection: Selection): boolean {
  if (selection.market === 'winner') return selection.ways === 3
  if (!('line' in selection)) return true
  return Number.isInteger(selection.line * 2) && !Number.isInteger(selection.line)
}

/** A live handicap counts from the score at the bet: the price of today is for another one after a goal. */
function isAtCurrentScore(selection: Selection, gameTime: GameTimeCode, { state }: Snapshot): boolean {
  if (selection.market !== 'handicap') return true
  const { home, away } = selection.scoreAtBet ?? { home: 0, away: 0 }
  const now = state.parts[gameTime] ?? { home: 0, away: 0 }
  return now.home === home && now.away === away
}
