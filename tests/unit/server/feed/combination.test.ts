import { describe, expect, it } from 'vitest'
import { optionOfKey, sports, type Option } from '#contract/rules/sports.ts'
import { jointChances } from '#server/feed/combination.ts'
import { chancesOf, forecastOf } from '#server/feed/forecast.ts'
import { pricesOf } from '#server/feed/prices.ts'
import { randomOf } from '#server/feed/random.ts'
import { profiles, type TimedProfile } from '#server/feed/profiles.ts'
import { ratesOf, type Rates } from '#server/feed/rates.ts'
import { SimulatedFeed } from '#server/feed/SimulatedFeed.ts'
import type { Sport } from '#contract/rules/sports.ts'
import { sized } from '../../../scope.ts'

const seed = 'combinações'
const now = new Date('2027-03-10T18:00:00Z')
const feed = new SimulatedFeed(seed)

function matchOf(sport: Sport, when: 'live' | 'upcoming') {
  const [match] = feed.matches(sport, when, now)
  const snapshot = match && feed.snapshot(match.id, now)
  if (!snapshot) throw new Error(`no ${when} match of ${sport}`)
  const rates = ratesOf(seed, snapshot.fixture)
  // As it is played: what a correction of the result does is in correctedPrices.test.ts.
  const { correction, ...played } = snapshot
  if (!correction) throw new Error('no correction is possible')
  const joint = (...keys: string[]) =>
    jointChances(
      played,
      rates,
      keys.map((key) => optionOfKey(key) as Option),
    )
  return { snapshot, rates, joint }
}

/** The weight of a result: level ones are likelier than of independent sides. */
function weightOf(home: number, away: number): number {
  const { levelResults = [] } = profiles.football as TimedProfile
  return 1 + ((home === away && levelResults.find(({ goals }) => goals === home)?.more) || 0)
}

/** The chance of a result before kick-off. */
function resultChance({ scores }: Rates, home: number, away: number): number {
  const of = (h: number, a: number) => weightOf(h, a) * poisson(scores.home, h) * poisson(scores.away, a)
  let all = 0
  for (let h = 0; h < 30; h++) for (let a = 0; a < 30; a++) all += of(h, a)
  return of(home, away) / all
}

function poisson(mean: number, k: number): number {
  let p = Math.exp(-mean)
  for (let i = 1; i <= k; i++) p *= mean / i
  return p
}

describe('the chances of selections on one match', () => {
  it.each(sports)('are those of the markets for one selection of %s', (sport) => {
    for (const when of ['live', 'upcoming'] as const) {
      if (feed.matches(sport, when, now).length === 0) continue
      const { snapshot, rates } = matchOf(sport, when)
      for (const { gameTime, options } of pricesOf(snapshot, rates)) {
        const [option] = options
        const forecast = forecastOf(snapshot, rates, gameTime)
        if (!option || !forecast) throw new Error('a market without an option')
        const chances = chancesOf(option.selection, forecast)
        if (chances[21] > 0 || chances[11] > 0) continue
        const joint = jointChances(snapshot, rates, [{ selection: option.selection, gameTime }])
        expect(joint?.win, option.key).toBeCloseTo(chances[10], 4)
        expect(joint?.refund, option.key).toBeCloseTo(chances[90], 4)
      }
    }
  })

  it('home wins and over 2.5 goals: the sum over all results', () => {
    const { rates, joint } = matchOf('football', 'upcoming')
    let win = 0
    for (let home = 0; home < 30; home++)
      for (let away = 0; away < home; away++) if (home + away > 2.5) win += resultChance(rates, home, away)
    expect(joint('winner:1:home:3', 'total:1:over:2.5')?.win).toBeCloseTo(win, 5)
  })

  it('a handicap that is refunded refunds both, unless the other loses', () => {
    const { rates, joint } = matchOf('football', 'upcoming')
    let [win, refund] = [0, 0]
    for (let home = 0; home < 30; home++)
      for (let away = 0; away < 30; away++) {
        const p = resultChance(rates, home, away)
        if ((home + away) % 2 !== 0) continue
        if (home - away > 1) win += p
        else if (home - away === 1) refund += p
      }
    const chances = joint('handicap:1:home:-1', 'oddEven:1:even')
    expect(chances?.win).toBeCloseTo(win, 5)
    expect(chances?.refund).toBeCloseTo(refund, 5)
  })

  it('home wins 2-1 in tennis: p x p x (1 - p), twice', () => {
    const { rates, joint } = matchOf('tennis', 'upcoming')
    const p = rates.homeWins
    expect(joint('winner:1:home:2', 'total:1:over:2.5')?.win).toBeCloseTo(2 * p * p * (1 - p), 10)
  })

  it('halves, the match and corners together: as often as in a simulation', () => {
    const { snapshot, rates, joint } = matchOf('football', 'upcoming')
    expect(snapshot.fixture.sport).toBe('football')
    const random = randomOf('simulação', 'combinação')
    const draw = (mean: number) => {
      let [k, p] = [0, random()]
      for (const limit = Math.exp(-mean); p > limit; k++) p *= random()
      return k
    }
    const draws = sized(6_000, 20_000)
    let accepted = 0
    let won = 0
    for (let i = 0; i < draws; i++) {
      const [h1, a1] = [draw(rates.scores.home * 0.45), draw(rates.scores.away * 0.45)]
      const [h, a] = [h1 + draw(rates.scores.home * 0.55), a1 + draw(rates.scores.away * 0.55)]
      if (random() * 2 > weightOf(h, a)) continue
      accepted++
      let factor = 0
      for (let j = 0; j < 64; j++) factor -= Math.log(1 - random()) / 64
      const corners = draw((rates.corners.home + rates.corners.away) * factor)
      if (h1 + a1 > 0.5 && h > a && h + a < 4.5 && corners > 8.5) won++
    }
    const win =
      joint('total:2:over:0.5', 'winner:1:home:3', 'total:1:under:4.5', 'corners:4:over:8.5')?.win ?? 0
    expect(win).toBeGreaterThan(0.05)
    expect(Math.abs(won / accepted - win)).toBeLessThan(4 * Math.sqrt((win * (1 - win)) / accepted))
  })

  it('what excludes each other has none, and what cannot be enumerated has no price', () => {
    const { joint } = matchOf('football', 'upcoming')
    expect(joint('winner:1:draw:3', 'oddEven:1:odd')?.win).toBe(0)
    const basketball = matchOf('basketball', 'upcoming')
    expect(basketball.joint('winner:1:home:2', 'total:1:over:168.5')?.win).toBeGreaterThan(0)
    expect(basketball.joint('winner:1001:home:2', 'winner:1:home:2')).toBeUndefined()
    expect(matchOf('tennis', 'upcoming').joint('winner:2:home:2')).toBeUndefined()
  })
})
