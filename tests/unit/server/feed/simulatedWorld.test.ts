import { describe, expect, it } from 'vitest'
import { legResult } from '#contract/rules/markets.ts'
import { rulesOf } from '#contract/rules/sportRules.ts'
import type { Sport } from '#contract/rules/sports.ts'
import { BetResult, GameTime, MatchPeriod } from '#contract/statusCodes.ts'
import { fixturesBetween, type Fixture } from '#server/feed/calendar.ts'
import { chancesOf, fairOdds, forecastOf } from '#server/feed/forecast.ts'
import { leagueNamed } from '#server/feed/leagues.ts'
import { pricesOf } from '#server/feed/prices.ts'
import { longestMs, profiles } from '#server/feed/profiles.ts'
import { ratesOf } from '#server/feed/rates.ts'
import { announcedSnapshot, snapshotOf } from '#server/feed/snapshot.ts'
import { timelineOf } from '#server/feed/timeline.ts'

const seed = 'a'
const start = Date.UTC(2026, 2, 1)
const day = 24 * 3_600_000
const minute = 60_000

const fixtures = (sport: Sport, count: number, isOf: (fixture: Fixture) => boolean = () => true) => {
  const found: Fixture[] = []
  for (let from = start; found.length < count; from += day)
    found.push(...fixturesBetween(sport, from, from + day).filter(isOf))
  return found.slice(0, count)
}

const played = (all: readonly Fixture[]) =>
  all.map((fixture) => {
    const rates = ratesOf(seed, fixture)
    const timeline = timelineOf(seed, fixture, rates)
    const sum = (counts: typeof timeline.scores, side: 'home' | 'away') =>
      counts.filter((count) => count.side === side).reduce((points, each) => points + each.points, 0)
    return {
      fixture,
      rates,
      timeline,
      home: sum(timeline.scores, 'home'),
      away: sum(timeline.scores, 'away'),
      corners: { home: sum(timeline.corners, 'home'), away: sum(timeline.corners, 'away') },
    }
  })

const meanOf = (values: readonly number[]) => values.reduce((sum, each) => sum + each, 0) / values.length
const varianceOf = (values: readonly number[]) => {
  const mean = meanOf(values)
  return meanOf(values.map((each) => (each - mean) ** 2))
}

describe('football', () => {
  const football = played(fixtures('football', 4_000))
  const share = (is: (match: (typeof football)[number]) => boolean) =>
    football.filter(is).length / football.length

  it('has as many goals, draws and home wins as public results', () => {
    const goals = meanOf(football.map(({ home, away }) => home + away))
    expect(goals).toBeGreaterThan(2.5)
    expect(goals).toBeLessThan(2.75)
    // 26 % of European and of Brazilian matches are draws; of independent sides, 24.
    const expected = meanOf(
      football.slice(0, 1_000).map(({ fixture, rates }) => {
        const forecast = forecastOf(
          announcedSnapshot(fixture, fixture.startsAt - 1),
          rates,
          GameTime.fullMatch,
        )
        return chancesOf({ market: 'winner', side: 'draw', ways: 3 }, forecast!)[BetResult.win]
      }),
    )
    expect(expected).toBeGreaterThan(0.25)
    expect(expected).toBeLessThan(0.275)
    const draws = share(({ home, away }) => home === away)
    expect(Math.abs(draws - expected)).toBeLessThan(0.025)
    const ones = share(({ home, away }) => home === 1 && away === 1)
    expect(ones).toBeGreaterThan(0.11)
    expect(ones).toBeLessThan(0.145)
    expect(share(({ home, away }) => home > away)).toBeGreaterThan(0.42)
    expect(share(({ home, away }) => home > away)).toBeLessThan(0.48)
  })

  it('has the goals and the home advantage of its country', () => {
    const isBrazilian = ({ league }: Fixture) => leagueNamed('football', league)?.scoring?.mean === 2.37
    const brazil = played(fixtures('football', 3_000, isBrazilian))
    const [home, away] = [
      meanOf(brazil.map((match) => match.home)),
      meanOf(brazil.map((match) => match.away)),
    ]
    expect(home + away).toBeGreaterThan(2.28)
    expect(home + away).toBeLessThan(2.46)
    expect(home / away).toBeGreaterThan(1.36)
    expect(home / away).toBeLessThan(1.6)
    const others = football.filter(({ fixture }) => !isBrazilian(fixture))
    expect(meanOf(others.map((match) => match.home + match.away))).toBeGreaterThan(home + away + 0.15)
  })

  it('has favourites at 1.15 and outsiders above 15', () => {
    const prices = football.slice(0, 800).map(({ fixture, rates }) => {
      const [winner] = pricesOf(announcedSnapshot(fixture, fixture.startsAt - minute), rates)
      return winner?.options.map(({ odds }) => odds) ?? []
    })
    const shortest = prices.flatMap(([home = 9, , away = 9]) => Math.min(home, away)).sort((a, b) => a - b)
    expect(shortest[0]).toBeLessThanOrEqual(1.15)
    // Not many: one match in a hundred.
    expect(shortest[Math.floor(shortest.length / 20)]).toBeGreaterThan(1.2)
    expect(Math.max(...prices.flat())).toBeGreaterThan(15)
  })

  it('has corners with the spread of real ones, who attacks more taking those of the other side', () => {
    const homes = football.map(({ corners }) => corners.home)
    const aways = football.map(({ corners }) => corners.away)
    const totals = football.map(({ corners }) => corners.home + corners.away)
    expect(meanOf(totals)).toBeGreaterThan(9.2)
    expect(meanOf(totals)).toBeLessThan(10.4)
    expect(varianceOf(totals)).toBeGreaterThan(10.3)
    expect(varianceOf(totals)).toBeLessThan(13)
    expect(varianceOf(homes)).toBeGreaterThan(6.8)
    const [home, away] = [meanOf(homes), meanOf(aways)]
    const covariance = meanOf(football.map(({ corners }) => (corners.home - home) * (corners.away - away)))
    const correlation = covariance / Math.sqrt(varianceOf(homes) * varianceOf(aways))
    expect(correlation).toBeLessThan(-0.15)
    expect(correlation).toBeGreaterThan(-0.5)
  })

  it('prices at minute 89 do not know how much time will be added, those in added time do', () => {
    const [any] = football.filter(({ timeline }) => !timeline.incident)
    if (!any) throw new Error('no match is played')
    const { fixture, timeline } = any
    const second = timeline.segments.at(-1)
    if (!second) throw new Error('no second half')
    const leftAt = (to: number, at: number) => {
      const segments = timeline.segments.map((each) => (each === second ? { ...each, to } : each))
      const known = { ...timeline, segments, length: to, scores: [] }
      return snapshotOf(fixture, known, fixture.startsAt + second.from + at * minute).remaining[1]
    }
    const [short, long] = [second.from + 46.5 * minute, second.from + 50 * minute]
    expect(leftAt(short, 44)).toBe(leftAt(long, 44))
    expect(leftAt(long, 45.5)).toBeGreaterThan(2 * (leftAt(short, 45.5) ?? NaN))
  })

  it('keeps its winner open until the last minute, in almost all moments: only options close', () => {
    const moments = football.slice(0, 300).flatMap(({ fixture, rates, timeline }) =>
      Array.from({ length: 10 }, (_, tenth) => {
        const snapshot = snapshotOf(
          fixture,
          { ...timeline, incident: undefined },
          fixture.startsAt + (tenth + 0.5) * 0.1 * timeline.length,
        )
        const [winner] = pricesOf(snapshot, rates)
        return { tenth, winner, isPaused: snapshot.isSuspended }
      }).filter(({ isPaused }) => !isPaused),
    )
    const closed = moments.filter(({ winner }) => winner?.isSuspended)
    expect(closed.length / moments.length).toBeLessThan(0.06)
    const partly = moments.filter(
      ({ winner }) => !winner?.isSuspended && winner?.options.some(({ isClosed }) => isClosed),
    )
    expect(partly.length).toBeGreaterThan(20)
    for (const { winner } of partly)
      for (const { odds, isClosed } of winner?.options ?? [])
        expect(isClosed === true || (odds >= 1.01 && odds <= 501)).toBe(true)
  })
})

describe('sports in sets', () => {
  it('tennis: some retire, few do not come; bets follow the rules of the sport', () => {
    const tennis = fixtures('tennis', 3_000)
    const ends = tennis.flatMap((fixture) => {
      const rates = ratesOf(seed, fixture)
      const { incident } = timelineOf(seed, fixture, rates)
      return incident?.outcome ? [{ fixture, rates, outcome: incident.outcome }] : []
    })
    const of = (reason: string) => ends.filter(({ outcome }) => outcome.reason === reason)
    expect(of('retirement').length / tennis.length).toBeGreaterThan(0.015)
    expect(of('retirement').length / tennis.length).toBeLessThan(0.033)
    expect(of('walkover').length / tennis.length).toBeGreaterThan(0.003)
    expect(of('walkover').length / tennis.length).toBeLessThan(0.012)
    const codes = new Map<string, number>()
    for (const { fixture, rates, outcome } of ends) {
      const timeline = timelineOf(seed, fixture, rates)
      const { state } = snapshotOf(fixture, timeline, fixture.startsAt + longestMs(profiles.tennis))
      expect(state).toMatchObject({ period: MatchPeriod.finished, outcome })
      const { home = 0, away = 0 } = state.parts[GameTime.fullMatch] ?? {}
      const { code } = legResult(
        { market: 'winner', side: outcome.winner ?? 'home', ways: 2 },
        GameTime.fullMatch,
        state,
        rulesOf('tennis'),
      )
      const stands = outcome.reason === 'retirement' && home + away >= 1
      expect(code).toBe(stands ? BetResult.win : BetResult.refund)
      const key = `${outcome.reason} ${stands}`
      codes.set(key, (codes.get(key) ?? 0) + 1)
    }
    expect(codes.get('retirement true')).toBeGreaterThan(10)
    expect(codes.get('retirement false')).toBeGreaterThan(3)
  })

  it('retirements pay nobody: the winner wins as often as its price says', () => {
    let [paid, variance] = [0, 0]
    for (const fixture of fixtures('tennis', 2_000)) {
      const rates = ratesOf(seed, fixture)
      const timeline = timelineOf(seed, fixture, rates)
      const forecast = forecastOf(announcedSnapshot(fixture, fixture.startsAt - 1), rates, GameTime.fullMatch)
      const selection = { market: 'winner', side: rates.homeWins > 0.5 ? 'away' : 'home', ways: 2 } as const
      const odds = fairOdds(chancesOf(selection, forecast!))
      const { state } = snapshotOf(fixture, timeline, fixture.startsAt + longestMs(profiles.tennis))
      const { code } = legResult(selection, GameTime.fullMatch, state, rulesOf('tennis'))
      paid += code === BetResult.win ? odds - 1 : code === BetResult.lose ? -1 : 0
      variance += odds - 1
    }
    expect(Math.abs(paid)).toBeLessThan(4 * Math.sqrt(variance))
  })
})

describe('basketball', () => {
  const games = played(fixtures('basketball', 1_000))

  it('has no more blow-outs than real leagues, and few one-point games', () => {
    const leads = games.map(({ home, away }) => Math.abs(home - away))
    const blowOuts = leads.filter((lead) => lead >= 20).length / games.length
    expect(blowOuts).toBeGreaterThan(0.1)
    expect(blowOuts).toBeLessThan(0.2)
    const totals = games.map(({ home, away }) => home + away)
    expect(meanOf(totals)).toBeGreaterThan(160)
    expect(meanOf(totals)).toBeLessThan(175)
  })
})

describe('boxing', () => {
  it('ends in all ways in which bouts end, about as often as real ones', () => {
    const bouts = played(fixtures('boxing', 1_000))
    const share = (is: (bout: (typeof bouts)[number]) => boolean) => bouts.filter(is).length / bouts.length
    const endedBy = (reason: string) =>
      share(({ timeline }) => (timeline.incident?.outcome?.reason ?? 'points') === reason)
    expect(endedBy('points')).toBeGreaterThan(0.38)
    expect(endedBy('points')).toBeLessThan(0.5)
    expect(endedBy('knockout')).toBeGreaterThan(0.43)
    expect(endedBy('knockout')).toBeLessThan(0.55)
    expect(endedBy('retirement')).toBeGreaterThan(0.03)
    const draws = share(({ timeline, home, away }) => !timeline.incident?.outcome && home === away)
    expect(draws).toBeLessThan(0.07)
    for (const { fixture, timeline } of bouts.slice(0, 100)) {
      const { state } = snapshotOf(fixture, timeline, fixture.startsAt + longestMs(profiles.boxing))
      expect(state.period).toBe(MatchPeriod.finished)
      expect(state.outcome?.reason).toBe(timeline.incident?.outcome?.reason ?? 'points')
    }
  })
})

describe('long odds', () => {
  it('return as much as at other houses: the longer, the less, and 80 to 85 % from 12 on', () => {
    const returns = fixtures('football', 2_000).flatMap((fixture) => {
      const [winner] = pricesOf(announcedSnapshot(fixture, fixture.startsAt - minute), ratesOf(seed, fixture))
      return (winner?.options ?? []).map(({ odds, range }) => ({
        odds,
        share: odds / (range?.fair ?? NaN),
      }))
    })
    const meanFrom = (from: number, to = Infinity) =>
      meanOf(returns.filter(({ odds }) => odds >= from && odds < to).map(({ share }) => share))
    expect(meanFrom(12)).toBeGreaterThan(0.8)
    expect(meanFrom(12)).toBeLessThan(0.86)
    expect(meanFrom(12)).toBeLessThan(meanFrom(7, 12))
    expect(meanFrom(7, 12)).toBeLessThan(meanFrom(2.4, 4.5))
  })
})
