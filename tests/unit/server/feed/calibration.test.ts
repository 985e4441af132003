import { describe, expect, it } from 'vitest'
import { rulesOf } from '#contract/rules/sportRules.ts'
import { legResult, type GameTimeCode } from '#contract/rules/markets.ts'
import { returnFactor, type FinalCode } from '#contract/rules/settlement.ts'
import type { Sport } from '#contract/rules/sports.ts'
import { BetResult, MatchPeriod } from '#contract/statusCodes.ts'
import { fixturesBetween } from '#server/feed/calendar.ts'
import { chancesOf, fairOdds, forecastOf, type Forecast } from '#server/feed/forecast.ts'
import { pricesOf } from '#server/feed/prices.ts'
import { longestMs, profiles } from '#server/feed/profiles.ts'
import { ratesOf } from '#server/feed/rates.ts'
import { snapshotOf } from '#server/feed/snapshot.ts'
import { timelineOf } from '#server/feed/timeline.ts'
import { isWhole, sized } from '../../../scope.ts'

const start = Date.UTC(2026, 0, 1)
const minute = 60_000
const seed = 'calibration'

interface Bet {
  market: string
  /** Probability that it wins in full: neither half won nor refunded. */
  chance: number
  won: boolean
  /** Return of one unit at fair odds, and its variance. */
  factor: number
  variance: number
}

/** Bets on the first option of every market of `count` matches, at one moment of each. */
function bets(sport: Sport, count: number, minutes: readonly number[]): Bet[] {
  const spacing = profiles[sport].spacing * minute
  const fixtures = fixturesBetween(sport, start, start + count * spacing)
  return fixtures.flatMap((fixture, index) => {
    const rates = ratesOf(seed, fixture)
    // Played to its end: an incident refunds bets, which says nothing about prices unless they count on it.
    const whole = timelineOf(seed, fixture, rates)
    const isPriced = whole.incident?.scores !== undefined || sport === 'boxing'
    const timeline = isPriced ? whole : { ...whole, incident: undefined }
    const at = (minutes[index % minutes.length] ?? 0) * minute
    const snapshot = snapshotOf(fixture, timeline, fixture.startsAt + at)
    if (snapshot.state.period === MatchPeriod.finished) return []
    const { state } = snapshotOf(fixture, timeline, fixture.startsAt + longestMs(profiles[sport]))
    const forecasts = new Map<GameTimeCode, Forecast | undefined>()
    return pricesOf(snapshot, rates).flatMap(({ market, gameTime, options }) => {
      if (!forecasts.has(gameTime)) forecasts.set(gameTime, forecastOf(snapshot, rates, gameTime))
      const forecast = forecasts.get(gameTime)
      const [option] = options
      if (!forecast || !option) return []
      const chances = chancesOf(option.selection, forecast)
      const odds = fairOdds(chances)
      if (odds > 40) return []
      const factorOf = (code: FinalCode) => {
        const { numerator, denominator } = returnFactor(code, odds)
        return Number(numerator) / Number(denominator)
      }
      const codes = (Object.keys(chances).map(Number) as FinalCode[]).filter((code) => chances[code] > 0)
      const { code } = legResult(option.selection, gameTime, state, rulesOf(sport))
      return [
        {
          market: `${market} ${gameTime}`,
          chance: chances[BetResult.win],
          won: code === BetResult.win,
          factor: factorOf(code as FinalCode),
          variance: codes.reduce((sum, c) => sum + chances[c] * (factorOf(c) - 1) ** 2, 0),
        },
      ]
    })
  })
}

function groupsOf<Item, Key>(items: readonly Item[], keyOf: (item: Item) => Key): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>()
  for (const item of items) {
    const key = keyOf(item)
    const group = groups.get(key)
    if (group) group.push(item)
    else groups.set(key, [item])
  }
  return groups
}

const moments: Record<string, readonly number[]> = {
  'before kick-off': [-30],
  'in play': [10, 30, 50, 70],
}
const cases: [Sport, number][] = [
  ['football', 700],
  ['basketball', 250],
  ['americanFootball', 250],
  ['baseball', 500],
  ['tennis', 1_000],
  ['boxing', 600],
  ['tableTennis', 600],
]

/** `npm test` looks at one sport of each kind: by scores, by attacks, in sets; before kick-off also at one that may be stopped. */
const inPlay: readonly Sport[] = ['football', 'americanFootball', 'tennis']
const beforeKickOff: readonly Sport[] = [...inPlay, 'boxing']

describe.each(Object.keys(moments))('hundreds of matches, bet on %s', (moment) => {
  const sample = moment === 'in play' ? inPlay : beforeKickOff
  const chosen = cases.filter(([sport]) => isWhole || sample.includes(sport))
  it.each(chosen)('%s win as often as their prices say', (sport, whole) => {
    const count = sized(Math.max(130, 0.2 * whole), whole)
    const all = groupsOf(bets(sport, count, moments[moment] ?? []), ({ market }) => market)
    expect(all.size).toBeGreaterThanOrEqual(2)
    for (const [market, list] of all) {
      if (list.length < 100) continue
      // The return at fair odds equals the stake, within 4.5 standard deviations.
      const returned = list.reduce((sum, { factor }) => sum + factor - 1, 0)
      const deviation = Math.sqrt(list.reduce((sum, { variance }) => sum + variance, 0))
      expect(Math.abs(returned / deviation), `${market}: returns`).toBeLessThan(4.5)
      // Chi-square over bins of probability; 99.99 % of such sums are below 36 with ten bins.
      const bins = groupsOf(list, ({ chance }) => Math.min(9, Math.floor(chance * 10)))
      let chiSquare = 0
      for (const bin of bins.values()) {
        const expected = bin.reduce((sum, { chance }) => sum + chance, 0)
        const variance = bin.reduce((sum, { chance }) => sum + chance * (1 - chance), 0)
        const wins = bin.filter(({ won }) => won).length
        if (variance > 3) chiSquare += (wins - expected) ** 2 / variance
      }
      expect(chiSquare, `${market}: wins`).toBeLessThan(36)
    }
  })
})
