import { correctScores, doubleChances, type GameTimeCode, type Selection } from '#contract/rules/markets.ts'
import { keyOfOption, optionOfKey, type Market } from '#contract/rules/sports.ts'
import { BetResult, GameTime } from '#contract/statusCodes.ts'
import type { JointChances } from './combination.ts'
import { medianOf } from './distribution.ts'
import type { FeedMarket, FeedOption } from './Feed.ts'
import { canForecast, chancesOf, fairOdds, forecastOf, type Chances, type Forecast } from './forecast.ts'
import {
  isOffered,
  pricesWithMargin,
  roundedDown,
  shownPrice,
  usualMargin,
  type PriceRange,
} from './margins.ts'
import { profiles, type Profile, type TimedProfile } from './profiles.ts'
import type { Rates } from './rates.ts'
import type { Snapshot } from './snapshot.ts'

/** All markets of a match at this moment. */
export function pricesOf(snapshot: Snapshot, rates: Rates): FeedMarket[] {
  const profile = profiles[snapshot.fixture.sport]
  const markets = offersOf(profile, snapshot).flatMap(({ gameTime, kinds }) => {
    const forecast = forecastOf(snapshot, rates, gameTime)
    if (!forecast || snapshot.state.parts[gameTime]?.final) return []
    return kinds.flatMap((kind) => marketsOf(kind, { gameTime, forecast, profile, snapshot }))
  })
  return snapshot.odds ? withScriptedOdds(markets, snapshot, rates) : markets
}

/** A kind of market for one part of the match. `lines` is the number of lines besides the main one. */
interface Kind {
  market: Market
  lines: 0 | 2
  isMain: boolean
}

function offersOf(profile: Profile, snapshot: Snapshot): { gameTime: GameTimeCode; kinds: Kind[] }[] {
  const kind = (market: Market, lines: 0 | 2 = 0, isMain = false): Kind => ({ market, lines, isMain })
  const full = {
    gameTime: GameTime.fullMatch,
    kinds: [
      kind('winner', 0, true),
      kind('handicap', 2, true),
      kind('total', 2, true),
      kind('oddEven'),
      kind('bigSmall'),
      ...(profile.ways === 3 ? [kind('doubleChance'), kind('bothScore'), kind('correctScore')] : []),
    ],
  }
  if (profile.kind === 'sets') return [full]
  const quarters = profile.plays.flatMap(({ quarter }, index) =>
    quarter && isQuarterOpen(profile, index, snapshot) ? [quarter] : [],
  )
  return [
    full,
    ...(profile.hasHalves
      ? [{ gameTime: GameTime.firstHalf, kinds: [kind('winner'), kind('handicap', 2), kind('total', 2)] }]
      : []),
    ...(profile.corners ? [{ gameTime: GameTime.cornerKick, kinds: [kind('corners', 2)] }] : []),
    ...quarters.map((gameTime) => ({
      gameTime,
      kinds: [kind('winner'), kind('handicap'), kind('total')],
    })),
  ]
}

/** Whether a quarter is the current one or the one after it; in a break only the next one counts. */
function isQuarterOpen({ plays }: TimedProfile, index: number, { remaining, state }: Snapshot): boolean {
  const current = remaining.findIndex((left) => left > 0)
  const quarter = plays[current]?.quarter
  const hasBegun = quarter !== undefined && state.parts[quarter] !== undefined
  return index === current || (hasBegun && index === current + 1)
}

interface MarketContext {
  gameTime: GameTimeCode
  forecast: Forecast
  profile: Profile
  snapshot: Snapshot
}

function marketsOf({ market, lines, isMain }: Kind, context: MarketContext): FeedMarket[] {
  if (!hasLine(market))
    return [marketOf(market, null, context, { isMain, isAlwaysListed: true }) as FeedMarket]
  const { step } = market === 'corners' || market === 'bigSmall' ? { step: 1 } : context.profile
  const main = mainLine(market, step, context)
  const first = marketOf(market, main, context, { isMain, isAlwaysListed: true })
  const extraLines = lines === 0 ? [] : [main - step, main + step]
  const others = extraLines
    .filter((line) => market === 'handicap' || line > 0)
    .map((line) => marketOf(market, line, context, { isMain: false, isAlwaysListed: false }))
  return [first, ...others.filter((other) => !hasSameOdds(first, other))].filter((found) => found !== null)
}

const withLine: readonly Market[] = ['handicap', 'total', 'corners', 'bigSmall']

function hasLine(market: Market): boolean {
  return withLine.includes(market)
}

/** Two lines that no score can tell apart have the same odds, such as 2 and 2.5 sets: one of them is enough. */
function hasSameOdds(one: FeedMarket | null, other: FeedMarket | null): boolean {
  return one?.options.every(({ odds }, index) => odds === other?.options[index]?.odds) ?? false
}

/** The line at which both sides are nearest to even. */
function mainLine(market: Market, step: number, context: MarketContext): number {
  const { lead, total, score } = context.forecast
  const now = context.snapshot.isLive ? score.home - score.away : 0
  const middle = market === 'handicap' ? now - medianOf(lead) : medianOf(total)
  // Where lines go in whole steps they are half lines, so that there are no refunds.
  const start = step === 1 ? middle - 0.5 : middle
  const offsets = step === 1 ? [0, 1] : [-2, -1, 0, 1, 2]
  const distanceFromEven = (line: number) => {
    const [option] = selectionsOf(market, line, context)
    return option ? Math.abs(1 / fairOdds(chancesOf(option, context.forecast)) - 0.5) : 1
  }
  const candidates = offsets
    .map((offset) => start + offset * step)
    .filter((line) => market === 'handicap' || line > 0)
    .map((line) => ({ line, distance: distanceFromEven(line) }))
  return candidates.reduce((best, next) => (next.distance < best.distance - 1e-9 ? next : best)).line
}

/** One market at a line. Null when one of its options is closed by its price and the market is not `isAlwaysListed`. */
function marketOf(
  market: Market,
  line: number | null,
  context: MarketContext,
  { isMain, isAlwaysListed }: { isMain: boolean; isAlwaysListed: boolean },
): FeedMarket | null {
  const { gameTime, forecast, snapshot } = context
  const named = namedSelections(market, line, context)
  const ranges = named.map(({ selection }) => rangeOf(chancesOf(selection, forecast)))
  const prices = pricesWithMargin(market, ranges, usualMargin(snapshot.fixture, market, gameTime))
  const options = named.map(({ key, selection }, i): FeedOption => ({
    key,
    selection,
    ...shownPrice(prices[i] as number),
    range: ranges[i] as PriceRange,
  }))
  const open = options.filter(({ isClosed }) => !isClosed)
  if (open.length < options.length && !isAlwaysListed) return null
  return {
    market,
    gameTime,
    line,
    isMain,
    isSuspended: snapshot.isSuspended || forecast.isClosing || open.length === 0,
    options,
  }
}

/**
 * What a price may return on average: a market that mostly refunds would otherwise have almost no margin, and a short price
 * less than rewards count on (contract/rules/gameEdge.ts), also where a match is given up and some of its bets are refunded.
 */
const mostReturn = 1 / 1.026

function rangeOf(chances: Chances): PriceRange {
  const fair = fairOdds(chances)
  if (!Number.isFinite(fair)) return { fair, most: fair }
  const half = chances[BetResult.winHalf] / 2
  const fixed = half + chances[BetResult.refund] + chances[BetResult.loseHalf] / 2
  const share = chances[BetResult.win] + half
  return { fair, most: (mostReturn - fixed) / share }
}

/**
 * The price of several selections on one match, with the `margins` of each, as in a parlay; null for one that is not
 * offered: (almost) impossible or certain.
 */
export function combinedPrice({ win, refund }: JointChances, margins: readonly number[]): number | null {
  if (win <= 0) return null
  const overround = margins.reduce((product, margin) => product * (1 + margin), 1)
  const price = roundedDown(Math.min((1 - refund) / win / overround, (mostReturn - refund) / win))
  return isOffered(price) ? price : null
}

interface Named {
  key: string
  selection: Selection
}

/** Selections that are the same for all matches, by market and part. */
const plainSelections = new Map<string, Named[]>()

function namedSelections(market: Market, line: number | null, context: MarketContext): Named[] {
  const { gameTime } = context
  const nameAll = () =>
    selectionsOf(market, line, context).map((selection) => ({
      key: keyOfOption({ selection, gameTime }),
      selection,
    }))
  if (hasLine(market) || market === 'winner') return nameAll()
  const known = plainSelections.get(`${market}:${gameTime}`) ?? nameAll()
  plainSelections.set(`${market}:${gameTime}`, known)
  return known
}

function selectionsOf(
  market: Market,
  line: number | null,
  { forecast, profile, snapshot }: MarketContext,
): Selection[] {
  const at = line ?? 0
  switch (market) {
    case 'winner': {
      // Quarters, and halves of sports without draws, often end level; such bets are refunded.
      const { ways } = profile
      return ways === 3
        ? (['home', 'draw', 'away'] as const).map((side) => ({ market, side, ways }))
        : (['home', 'away'] as const).map((side) => ({ market, side, ways }))
    }
    case 'handicap': {
      const live = snapshot.isLive ? { scoreAtBet: forecast.score } : {}
      return [
        { market, side: 'home', line: at, ...live },
        // 0 - line gives 0 where -line would give -0.
        { market, side: 'away', line: 0 - at, ...live },
      ]
    }
    case 'total':
    case 'corners':
      return (['over', 'under'] as const).map((side) => ({ market, side, line: at }))
    case 'bigSmall':
      return (['big', 'small'] as const).map((side) => ({ market, side, line: at }))
    case 'oddEven':
      return (['odd', 'even'] as const).map((side) => ({ market, side }))
    case 'bothScore':
      return (['yes', 'no'] as const).map((side) => ({ market, side }))
    case 'doubleChance':
      return doubleChances.map((side) => ({ market, side }))
    case 'correctScore':
      return correctScores.map((side) => ({ market, side }))
  }
}

/** Overrides prices with those of the script, and adds markets that are listed only because of a scripted price. */
function withScriptedOdds(markets: FeedMarket[], snapshot: Snapshot, rates: Rates): FeedMarket[] {
  const scripted = Object.entries(snapshot.odds ?? {})
  const all = [...markets]
  for (const [key] of scripted) {
    if (all.some(({ options }) => options.some((option) => option.key === key))) continue
    const added = marketOfKey(key, snapshot, rates)
    if (added) all.push(added)
  }
  return all.map((market) => {
    const options = market.options.map((option): FeedOption => {
      const odds = snapshot.odds?.[option.key]
      return odds === undefined ? option : { key: option.key, selection: option.selection, odds }
    })
    const isScripted = options.some(({ key }) => snapshot.odds?.[key] !== undefined)
    return { ...market, options, isSuspended: isScripted ? snapshot.isSuspended : market.isSuspended }
  })
}

function marketOfKey(key: string, snapshot: Snapshot, rates: Rates): FeedMarket | null {
  const option = optionOfKey(key)
  const forecast = option && forecastOf(snapshot, rates, option.gameTime)
  if (!option || !forecast || snapshot.state.parts[option.gameTime]?.final) return null
  const { selection, gameTime } = option
  if (!canForecast(selection, forecast)) return null
  const backedLine = 'line' in selection ? selection.line : null
  const isAway = selection.market === 'handicap' && selection.side === 'away'
  const line = isAway && backedLine !== null ? 0 - backedLine : backedLine
  const profile = profiles[snapshot.fixture.sport]
  return marketOf(
    selection.market,
    line,
    { gameTime, forecast, profile, snapshot },
    { isMain: false, isAlwaysListed: true },
  )
}
