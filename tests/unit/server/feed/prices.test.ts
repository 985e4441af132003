import { describe, expect, it } from 'vitest'
import type { Selection } from '#contract/rules/markets.ts'
import { keyOfOption, sports } from '#contract/rules/sports.ts'
import { BetResult, GameTime } from '#contract/statusCodes.ts'
import { fixturesBetween } from '#server/feed/calendar.ts'
import { distributionOf } from '#server/feed/distribution.ts'
import { chancesOf, fairOdds, meanFactor, forecastOf, type Chances } from '#server/feed/forecast.ts'
import { pricesOf } from '#server/feed/prices.ts'
import { usualMargin } from '#server/feed/margins.ts'
import { longestMs, profiles } from '#server/feed/profiles.ts'
import { ratesOf } from '#server/feed/rates.ts'
import { SimulatedFeed } from '#server/feed/SimulatedFeed.ts'
import { sized } from '../../../scope.ts'

const start = Date.UTC(2026, 6, 4)
const minute = 60_000
const seed = 'prices'
const feed = new SimulatedFeed(seed)

/** Matches of a sport, before kick-off and at some moments of play. */
function* states(sport: (typeof sports)[number]) {
  for (const { id, startsAt } of fixturesBetween(sport, start, start + 2 * 60 * minute).slice(
    0,
    sized(2, Infinity),
  ))
    for (const at of [-60, 0, 3, 20, 44, 46, 58, 71, 88, 130]) {
      if (at * minute > longestMs(profiles[sport])) continue
      const now = new Date(startsAt + at * minute)
      const snapshot = feed.snapshot(id, now)
      const match = feed.match(id, now)
      if (snapshot && match) yield { snapshot, match, now, rates: ratesOf(seed, snapshot.fixture) }
    }
}

const total = (chances: Chances) => Object.values(chances).reduce((sum, p) => sum + p, 0)

describe.each(sports)('prices of %s', (sport) => {
  it('come from probabilities that add up, and are fair except for the margin', () => {
    let open = 0
    for (const { snapshot, rates } of states(sport))
      for (const { market, gameTime, options, isSuspended } of pricesOf(snapshot, rates)) {
        const forecast = forecastOf(snapshot, rates, gameTime)
        if (!forecast) throw new Error(`${gameTime} has no forecast`)
        const chances = options.map(({ selection }) => chancesOf(selection, forecast))
        for (const chance of chances) expect(total(chance)).toBeCloseTo(1, 9)
        // Apart from refunds, the win shares of a market's sides add up to everything; of double chance each is in two.
        const implied = chances.map((chance) => 1 / fairOdds(chance))
        const ways = market === 'doubleChance' ? 2 : 1
        expect(implied.reduce((sum, p) => sum + p, 0)).toBeCloseTo(ways, 9)
        for (const { key, odds, selection } of options) {
          expect(key).toBe(keyOfOption({ selection, gameTime }))
          expect(Math.round(odds * 100) / 100).toBe(odds)
          expect(odds).toBeGreaterThanOrEqual(1.01)
        }
        if (isSuspended) continue
        open++
        const margin = usualMargin(snapshot.fixture, market, gameTime)
        const isWhole = options.every(({ isClosed }) => !isClosed)
        const overround = options.reduce((sum, { odds }) => sum + 1 / odds, 0)
        // Of a big favourite's market outsiders do not bear all of it.
        const isEven = chances.every((chance) => fairOdds(chance) < 3.5)
        if (isWhole && isEven) expect(overround).toBeGreaterThan(ways * (1 + 0.97 * margin))
        if (isWhole) expect(overround).toBeGreaterThan(1.02)
        // Where most bets are refunded, the margin is on the rest; a price keeps the house's least edge, and is rounded.
        const refunded = Math.max(...chances.map((chance) => chance[BetResult.refund]))
        const rounding = options.reduce((sum, { odds }) => sum + 0.01 / odds ** 2, 0)
        const isPlain = refunded < 0.1 && options.every(({ odds }) => odds > 1.25)
        if (isWhole && isPlain) expect(overround).toBeLessThan(ways * (1 + margin) + rounding + 0.015)
        options.forEach(({ odds, isClosed }, index) => {
          if (isClosed) return
          const chance = chances[index] as Chances
          expect(meanFactor(chance, odds)).toBeLessThan(0.976)
          // meanFactor takes decimals like settlement: fair odds as a decimal number.
          expect(meanFactor(chance, fairOdds(chance))).toBeCloseTo(1, 9)
          expect(odds).toBeGreaterThanOrEqual(1.01)
          expect(odds).toBeLessThanOrEqual(501)
        })
      }
    expect(open).toBeGreaterThan(20)
  })

  it('have no duplicate options, and list main markets first', () => {
    for (const { match, now } of states(sport)) {
      const markets = feed.markets(match, now)
      const keys = markets.flatMap(({ options }) => options.map(({ key }) => key))
      expect(new Set(keys).size).toBe(keys.length)
      const isOver = !match.isLive && match.state.period !== 0
      const main = markets.filter(({ isMain }) => isMain).map(({ market }) => market)
      expect(main).toEqual(isOver ? [] : ['winner', 'handicap', 'total'])
    }
  })

  it('of a main line are close to even before kick-off', () => {
    for (const { match, now } of states(sport)) {
      if (match.isLive || match.state.period !== 0) continue
      const main = feed.markets(match, now).find(({ market, isMain }) => market === 'handicap' && isMain)
      for (const { odds } of main?.options ?? []) {
        expect(odds).toBeGreaterThan(1.3)
        expect(odds).toBeLessThan(3.6)
      }
    }
  })

  it('determine the cash-out', () => {
    for (const { match, now } of states(sport))
      for (const { gameTime, options, isSuspended } of feed.markets(match, now))
        for (const { selection, odds, isClosed } of options) {
          const factor = feed.expectedFactor({ matchId: match.id, selection, gameTime, odds }, now)
          if (match.isSuspended) expect(factor).toBeUndefined()
          else if (!isSuspended && !isClosed) {
            // The longer the price, the less it returns.
            expect(factor).toBeGreaterThan(odds < 3 ? 0.75 : 0.15)
            expect(factor).toBeLessThan(1)
          }
        }
  })
})

describe('football', () => {
  const snapshots = [...states('football')]

  it('offers every market of the specification, in quarter lines', () => {
    const [before] = snapshots.filter(({ match }) => match.state.period === 0)
    const markets = before ? pricesOf(before.snapshot, before.rates) : []
    const offered = new Set(markets.map(({ market, gameTime }) => `${market} ${gameTime}`))
    expect(offered).toEqual(
      new Set([
        'winner 1',
        'handicap 1',
        'total 1',
        'oddEven 1',
        'bigSmall 1',
        'doubleChance 1',
        'bothScore 1',
        'correctScore 1',
        'winner 2',
        'handicap 2',
        'total 2',
        'corners 4',
      ]),
    )
    const lines = markets.filter(({ market, gameTime }) => market === 'handicap' && gameTime === 1)
    const [main = 0, ...beside] = lines.map(({ line }) => line ?? NaN)
    expect(beside).toEqual([main - 0.25, main + 0.25])
    expect(Number.isInteger(main * 4)).toBe(true)
  })

  it('a live handicap counts goals after the bet, a live total all goals', () => {
    const led = snapshots.find(({ match }) => {
      const score = match.state.parts[GameTime.fullMatch]
      return match.isLive && !match.isSuspended && score && score.home - score.away >= 1
    })
    if (!led) throw new Error('nobody leads')
    const { match, now } = led
    const { home, away } = match.state.parts[GameTime.fullMatch] as { home: number; away: number }
    for (const { market, gameTime, line, options } of feed.markets(match, now)) {
      if (gameTime !== GameTime.fullMatch) continue
      if (market === 'handicap') {
        for (const { selection } of options) expect(selection).toMatchObject({ scoreAtBet: { home, away } })
        expect(Math.abs(line ?? NaN)).toBeLessThan(1.5)
      }
      if (market === 'total') expect(line).toBeGreaterThan(home + away)
    }
  })
})

describe('a price', () => {
  const forecast = {
    score: { home: 0, away: 0 },
    lead: distributionOf([
      [-1, 0.3],
      [0, 0.25],
      [1, 0.45],
    ]),
    total: distributionOf([
      [0, 0.25],
      [1, 0.75],
    ]),
    isClosing: false,
  }
  const handicap = (line: number): Selection => ({ market: 'handicap', side: 'home', line })

  it.each<[number, Partial<Chances>, number]>([
    [0, { [BetResult.win]: 0.45, [BetResult.refund]: 0.25, [BetResult.lose]: 0.3 }, 0.75 / 0.45],
    [-0.25, { [BetResult.win]: 0.45, [BetResult.loseHalf]: 0.25, [BetResult.lose]: 0.3 }, 0.875 / 0.45],
    [0.25, { [BetResult.win]: 0.45, [BetResult.winHalf]: 0.25, [BetResult.lose]: 0.3 }, 0.875 / 0.575],
    [-0.75, { [BetResult.winHalf]: 0.45, [BetResult.lose]: 0.55 }, 0.775 / 0.225],
    [0.5, { [BetResult.win]: 0.7, [BetResult.lose]: 0.3 }, 1 / 0.7],
  ])('of the line %d puts half the stake on each neighbour', (line, expected, odds) => {
    const chances = chancesOf(handicap(line), forecast)
    for (const [code, p] of Object.entries(chances))
      expect(p).toBeCloseTo(expected[Number(code) as keyof Chances] ?? 0, 12)
    expect(fairOdds(chances)).toBeCloseTo(odds, 12)
    expect(meanFactor(chances, odds)).toBeCloseTo(1, 12)
  })

  /** The winner market of a tennis match at the start of its last set: its fair odds are those of one set. */
  function lastSet(fairOdds: number) {
    const [state] = [...states('tennis')].filter(({ match }) => match.isLive)
    if (!state) throw new Error('no match is live')
    const { correction, ...snapshot } = state.snapshot
    expect(correction).toBeDefined()
    const { rates } = state
    const parts = { [GameTime.fullMatch]: { home: 1, away: 1, final: false } }
    const markets = pricesOf(
      { ...snapshot, isSuspended: false, state: { ...snapshot.state, parts } },
      { ...rates, homeWins: 1 / fairOdds },
    )
    const { options, isSuspended } = markets.find(({ market }) => market === 'winner') ?? {}
    return { odds: options?.[0]?.odds, isSuspended }
  }

  it.each([
    [2, 1.87],
    [1.386, 1.32],
    [1.071, 1.04],
    [7.77, 6.7],
  ])('of fair odds of %d is %d: with the margin, rounded down to two decimals', (fair, odds) => {
    expect(lastSet(fair)).toEqual({ odds, isSuspended: false })
  })

  it('is not offered for an option that cannot win, nor for the other one, which cannot lose', () => {
    expect(lastSet(Infinity)).toEqual({ odds: 501, isSuspended: true })
  })

  it('does not exist for an option that cannot win', () => {
    expect(fairOdds(chancesOf(handicap(-3), forecast))).toBe(Infinity)
  })
})
