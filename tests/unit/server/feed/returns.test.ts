import { describe, expect, it } from 'vitest'
import { sports, type Sport } from '#contract/rules/sports.ts'
import { fixturesBetween } from '#server/feed/calendar.ts'
import { chancesOf, forecastOf, meanFactor } from '#server/feed/forecast.ts'
import { pricesOf } from '#server/feed/prices.ts'
import { ratesOf } from '#server/feed/rates.ts'
import { SimulatedFeed } from '#server/feed/SimulatedFeed.ts'

const start = Date.UTC(2026, 6, 4)
const minute = 60_000
const seed = 'returns'
const feed = new SimulatedFeed(seed)

/**
 * Odds up to `to` return between `least` and `most` in the mean of a market. Real houses from the same bets (level stakes on
 * results of football): Bet365 98.8 % below 1.4, 96 from 2.4 to 3.2, 89.7 from 4.5 to 7, 81.9 from 7 to 12, 73 from 12 on
 * (3,769 matches); the average of all from 2005 to 2012, at margins of 10 %, 97.7 % below 1.5 and 79.6 above 5 (150,018 bets).
 */
const bands = [
  { to: 1.4, least: 0.88, most: 0.975 },
  { to: 2.4, least: 0.87, most: 0.972 },
  { to: 4.5, least: 0.85, most: 0.97 },
  { to: 7, least: 0.83, most: 0.965 },
  { to: 12, least: 0.81, most: 0.94 },
  { to: 20, least: 0.79, most: 0.92 },
  { to: 34, least: 0.77, most: 0.87 },
  { to: 67, least: 0.74, most: 0.85 },
  { to: 501, least: 0.68, most: 0.82 },
]

const before = [-60]
const inPlay = [20, 84]

const hours = 3

/** The returns of all open options by market and band of odds. */
function returnsOf(sport: Sport, minutes: readonly number[]): Map<string, number[][]> {
  const returns = new Map<string, number[][]>()
  for (const { id, startsAt } of fixturesBetween(sport, start, start + hours * 60 * minute))
    for (const at of minutes) {
      const snapshot = feed.snapshot(id, new Date(startsAt + at * minute))
      if (!snapshot || snapshot.isSuspended) continue
      const rates = ratesOf(seed, snapshot.fixture)
      for (const { market, gameTime, options, isSuspended } of pricesOf(snapshot, rates)) {
        const forecast = isSuspended ? undefined : forecastOf(snapshot, rates, gameTime)
        if (!forecast) continue
        const list = returns.get(market) ?? bands.map(() => [])
        returns.set(market, list)
        for (const { selection, odds, isClosed } of options)
          if (!isClosed)
            list[bands.findIndex(({ to }) => odds <= to)]?.push(
              meanFactor(chancesOf(selection, forecast), odds),
            )
      }
    }
  return returns
}

const meanOf = (list: readonly number[]) => list.reduce((sum, each) => sum + each, 0) / list.length

describe.each(sports)('%s', (sport) => {
  it.each([
    ['before a match', before],
    ['in play', inPlay],
  ])('returns at every price and in every market what real houses do: %s', (_when, minutes) => {
    const returns = returnsOf(sport, minutes)
    expect(returns.size).toBeGreaterThan(0)
    for (const [market, list] of returns)
      list.forEach((ofBand, index) => {
        const { to, least, most } = bands[index]!
        if (ofBand.length === 0) return
        const mean = meanOf(ofBand)
        expect(mean, `${market} up to ${to}: ${ofBand.length} prices`).toBeGreaterThan(least)
        expect(mean, `${market} up to ${to}: ${ofBand.length} prices`).toBeLessThan(most)
      })
  })
})

describe('the correct score', () => {
  it('returns 78 to 87 % before a match, the longer the odds the less', () => {
    const [shorter, longer] = [6, 8].map((from) =>
      meanOf((returnsOf('football', before).get('correctScore') ?? []).slice(from - 2, from).flat()),
    )
    expect(shorter).toBeGreaterThan(0.83)
    expect(shorter).toBeLessThan(0.87)
    expect(longer).toBeGreaterThan(0.8)
    expect(longer).toBeLessThan(shorter!)
  })
})
