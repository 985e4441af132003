import { describe, expect, it } from 'vitest'
import {
  legResult as resultOf,
  STOPPED_WAIT_MS,
  type GameTimeCode,
  type MatchState,
  type Selection,
  type PeriodCode,
} from '#contract/rules/markets.ts'
import { rulesOf } from '#contract/rules/sportRules.ts'
import type { Sport } from '#contract/rules/sports.ts'
import { BetResult, GameTime, MatchPeriod } from '#contract/statusCodes.ts'
import { fixturesBetween, type Fixture } from '#server/feed/calendar.ts'
import { longestMs, profiles } from '#server/feed/profiles.ts'
import { ratesOf } from '#server/feed/rates.ts'
import { SimulatedFeed } from '#server/feed/SimulatedFeed.ts'
import { timelineOf } from '#server/feed/timeline.ts'

const legResult = (
  selection: Selection,
  gameTime: GameTimeCode,
  state: MatchState,
  sport: Sport = 'football',
) => resultOf(selection, gameTime, state, rulesOf(sport))
const minute = 60_000
const hour = 60 * minute
const start = Date.UTC(2026, 0, 5)
const feed = new SimulatedFeed('incidents')
const longest = longestMs(profiles.football)
const fixtures = fixturesBetween('football', start, start + 90 * 24 * hour)
const stopped: readonly PeriodCode[] = [
  MatchPeriod.toBeDetermined,
  MatchPeriod.cutInHalf,
  MatchPeriod.interrupted,
  MatchPeriod.postponed,
]

const at = ({ id, startsAt }: Fixture, ms: number) => {
  const match = feed.match(id, new Date(startsAt + ms))
  if (!match) throw new Error(`no match ${id}`)
  return match
}

/** Every period that a match has, with the moment at which it was first seen. */
function courseOf(fixture: Fixture): Map<PeriodCode, number> {
  const course = new Map<PeriodCode, number>()
  for (let ms = 0; ms <= longest + 7 * hour; ms += 5 * minute) {
    const { period } = at(fixture, ms).state
    if (!course.has(period)) course.set(period, ms)
  }
  return course
}

/** One match after the other: the feed keeps fewer of them than there are, and would play them once more. */
const ends = fixtures.map((fixture) => {
  const late = at(fixture, longest - 5 * minute).state.period
  const isUnusual = late !== MatchPeriod.finished || at(fixture, 140 * minute).state.period > 3
  return { fixture, isUnusual, end: at(fixture, longest).state.period }
})
const unusual = ends
  .filter(({ isUnusual }) => isUnusual)
  .map(({ fixture }) => ({ fixture, course: courseOf(fixture) }))
const withPeriod = (period: PeriodCode) => unusual.filter(({ course }) => course.has(period))

describe('matches that are not played to their end as planned', () => {
  it.each(Object.entries(MatchPeriod))('the calendar has some that are in period %s', (_name, period) => {
    const usual = [0, 1, 2, 3, -1] as PeriodCode[]
    if (!usual.includes(period)) expect(withPeriod(period).length).toBeGreaterThan(1)
  })

  it('are few', () => {
    const ended = ends.filter(({ end }) => end === MatchPeriod.finished)
    expect(ended.length / fixtures.length).toBeGreaterThan(0.97)
    expect(ended.length).toBeLessThan(fixtures.length)
  })

  it('take no bets, and keep their score', () => {
    for (const { fixture, course } of unusual) {
      const [from] = [...course].filter(([period]) => period > 3 || period < -1).map(([, ms]) => ms)
      if (from === undefined) throw new Error(`nothing happened in ${fixture.id}`)
      const then = at(fixture, from)
      for (const ms of [from, from + 20 * minute, from + 5 * hour]) {
        const match = at(fixture, ms)
        const now = new Date(fixture.startsAt + ms)
        expect(feed.markets(match, now).every(({ isSuspended }) => isSuspended)).toBe(true)
        expect(match.state.parts).toEqual(then.state.parts)
        expect(match.version).toBeGreaterThanOrEqual(then.version)
      }
    }
  })

  it('that stop settle after 48 hours: what was decided stands, the rest is refunded', () => {
    const stops = unusual.filter(({ course }) => stopped.some((period) => course.has(period)))
    expect(stops.length).toBeGreaterThan(10)
    let decided = 0
    for (const { fixture, course } of stops) {
      const from = Math.min(...stopped.flatMap((period) => course.get(period) ?? []))
      const wait = STOPPED_WAIT_MS
      const winner = { market: 'winner', side: 'home', ways: 3 } as const
      const results = [from, from + wait - 6 * minute, from + wait].map(
        (ms) => legResult(winner, GameTime.fullMatch, at(fixture, ms).state).code,
      )
      // A match that is cancelled after its interruption does not wait.
      const isCancelled = course.has(MatchPeriod.cancelled)
      expect(results).toEqual([
        BetResult.accepted,
        isCancelled ? BetResult.refund : BetResult.accepted,
        BetResult.refund,
      ])
      const over = at(fixture, from + wait).state
      const { home, away } = over.parts[GameTime.fullMatch] ?? { home: 0, away: 0 }
      const total = { market: 'total', side: 'over', line: home + away - 0.5 } as const
      if (home + away > 0) expect(legResult(total, GameTime.fullMatch, over).code).toBe(BetResult.win)
      const half = over.parts[GameTime.firstHalf]
      if (!half?.final) continue
      decided++
      const side = half.home > half.away ? 'home' : half.home < half.away ? 'away' : 'draw'
      const atHalf = { market: 'winner', side, ways: 3 } as const
      expect(legResult(atHalf, GameTime.firstHalf, over).code).toBe(BetResult.win)
    }
    expect(decided).toBeGreaterThan(1)
  })

  it('that go to overtime are settled as the draw they were after 90 minutes', () => {
    const knockouts = withPeriod(MatchPeriod.overtime)
    expect(knockouts.length).toBeGreaterThan(10)
    const draw = { market: 'winner', side: 'draw', ways: 3 } as const
    for (const { fixture, course } of knockouts) {
      const from = course.get(MatchPeriod.overtime) ?? 0
      for (const ms of [from, longest]) {
        const { state } = at(fixture, ms)
        expect(legResult(draw, GameTime.fullMatch, state).code).toBe(BetResult.win)
      }
      expect(at(fixture, from).isLive).toBe(true)
      expect(at(fixture, longest).state.period).toBe(MatchPeriod.finished)
    }
  })

  it.each(['tennis', 'baseball', 'americanFootball', 'cricket', 'motorRacing'] as const)(
    'rain or an accident interrupts a few of %s, which are live until they would have ended',
    (sport) => {
      const after = longestMs(profiles[sport]) + hour
      const played = fixturesBetween(sport, start, start + 60 * 24 * hour).slice(0, 700)
      const halted = played.filter((fixture) => at(fixture, after).state.period !== MatchPeriod.finished)
      expect(halted.length).toBeGreaterThan(0)
      expect(halted.length / played.length).toBeLessThan(0.03)
      for (const fixture of halted) {
        const periods = new Set<PeriodCode>()
        for (let ms = 0; ms < after; ms += 2 * minute) {
          const { state, isLive } = at(fixture, ms)
          periods.add(state.period)
          if (state.period === MatchPeriod.interrupted) expect(isLive).toBe(true)
        }
        expect([...periods]).toContain(MatchPeriod.interrupted)
      }
    },
  )

  it.each(['basketball', 'americanFootball', 'baseball'] as const)(
    'in %s a level match goes to overtime, which decides bets on the whole match and on no part of it',
    (sport) => {
      const ofSport = fixturesBetween(sport, start, start + 40 * 24 * hour)
      const overtimes = ofSport.flatMap((fixture) => {
        const { incident, length } = timelineOf('incidents', fixture, ratesOf('incidents', fixture))
        return incident?.scores ? [{ fixture, length, end: incident.steps.at(-1)?.from ?? 0 }] : []
      })
      expect(overtimes.length).toBeGreaterThan(1)
      const bets = (['home', 'away'] as const).map((side) => ({ market: 'winner', side, ways: 2 }) as const)
      for (const { fixture, length, end } of overtimes) {
        const codesAt = (ms: number) =>
          bets.map((bet) => legResult(bet, GameTime.fullMatch, at(fixture, ms).state, sport).code)
        const during = at(fixture, end - 1)
        expect([during.state.period, during.isLive, during.isSuspended]).toEqual([
          MatchPeriod.overtime,
          true,
          true,
        ])
        expect(during.state.parts).toEqual(at(fixture, length).state.parts)
        expect(codesAt(end - 1)).toEqual([BetResult.accepted, BetResult.accepted])
        const { state } = at(fixture, end)
        expect(state.period).toBe(MatchPeriod.finished)
        expect(codesAt(end).toSorted()).toEqual([BetResult.win, BetResult.lose].toSorted())
        const { [GameTime.fullMatch]: _full, ...parts } = state.parts
        const { [GameTime.fullMatch]: level, ...before } = during.state.parts
        expect(level?.home).toBe(level?.away)
        expect(parts).toEqual(before)
        expect(
          feed.events(fixture.id, new Date(fixture.startsAt + end)).findLast(({ kind }) => kind === 'score')
            ?.score,
        ).toEqual({
          home: state.parts[GameTime.fullMatch]?.home,
          away: state.parts[GameTime.fullMatch]?.away,
        })
      }
    },
  )
})
