import { expect, it } from 'vitest'
import { CORRECTION_MS, legResult } from '#contract/rules/markets.ts'
import { sports } from '#contract/rules/sports.ts'
import { rulesOf } from '#contract/rules/sportRules.ts'
import { BetResult, GameTime, MatchPeriod } from '#contract/statusCodes.ts'
import { fixturesBetween, type Fixture } from '#server/feed/calendar.ts'
import { longestMs, profiles } from '#server/feed/profiles.ts'
import { correctionKind, knownTimeline } from '#server/feed/resultCorrection.ts'
import { SimulatedFeed } from '#server/feed/SimulatedFeed.ts'

const minute = 60_000
const day = 24 * 60 * minute
const start = Date.UTC(2026, 0, 5)
const feed = new SimulatedFeed('corrections')
const fixtures = sports.flatMap((sport) => fixturesBetween(sport, start, start + 12 * day))

const scoreAt = ({ id }: Fixture, time: number) => {
  const match = feed.match(id, new Date(time))
  if (!match) throw new Error(`no match ${id}`)
  const { home = NaN, away = NaN } = match.state.parts[GameTime.fullMatch] ?? {}
  return { ...match, home, away }
}
/** The result at the end, and six hours and more later. */
const ends = fixtures.map((fixture) => {
  const longest = fixture.startsAt + longestMs(profiles[fixture.sport])
  // No result is corrected within an hour.
  let end = fixture.startsAt
  while (end < longest && scoreAt(fixture, end).state.period !== MatchPeriod.finished) end += 30 * minute
  return { fixture, end, first: scoreAt(fixture, end), last: scoreAt(fixture, end + 7 * 60 * minute) }
})
const changed = ends.filter(({ first, last }) => first.home !== last.home || first.away !== last.away)

const areSwapped = ({ fixture }: (typeof ends)[number]) => correctionKind(profiles[fixture.sport]) === 'sides'

it('a few results are corrected after the end, in almost every sport', () => {
  expect(changed.length).toBeGreaterThan(5)
  expect(changed.length / ends.length).toBeLessThan(0.01)
  expect(new Set(changed.map(({ fixture }) => fixture.sport)).size).toBeGreaterThan(6)
  for (const { fixture, first, last } of changed) {
    expect(first.state.period).toBe(MatchPeriod.finished)
    expect(last.state.period).toBe(MatchPeriod.finished)
    expect(last.version).toBeGreaterThan(first.version)
    const score = feed
      .events(fixture.id, new Date(fixture.startsAt + 2 * day))
      .findLast(({ kind }) => kind === 'score')
    if (score) expect(score.score).toEqual({ home: last.home, away: last.away })
  }
})

it('a correction is to be expected until after it has happened, and then not any more', () => {
  const held = (id: string, time: number) => feed.correctableUntil(id, new Date(time))?.getTime() ?? 0
  for (const { fixture, end, last } of changed.slice(0, 5)) {
    const early = held(fixture.id, fixture.startsAt + minute)
    const until = held(fixture.id, end)
    expect(early).toBeGreaterThanOrEqual(until)
    const isCorrected = (time: number) => {
      const { home, away } = scoreAt(fixture, time)
      return home === last.home && away === last.away
    }
    let time = end
    while (!isCorrected(time)) time += minute
    expect(time).toBeLessThan(until)
    expect(held(fixture.id, time + minute)).toBe(0)
  }
  const other = ends.find(({ fixture }) => !changed.some((each) => each.fixture.id === fixture.id))
  if (!other) throw new Error('every result was corrected')
  const until = held(other.fixture.id, other.end)
  expect(until).toBeGreaterThan(other.end + 5 * 60 * minute)
  expect(until).toBeLessThan(other.end + 7 * 60 * minute)
  expect(held(other.fixture.id, until)).toBe(0)
})

it('the feed names each of them for 72 hours, and no other match', () => {
  const named = new Set<string>()
  for (let time = start; time <= start + 14 * day; time += 2 * day)
    for (const id of feed.corrected(new Date(time))) named.add(id)
  const ids = fixtures.map(({ id }) => id).filter((id) => named.has(id))
  expect(ids.sort()).toEqual(changed.map(({ fixture }) => fixture.id).sort())
  for (const { fixture, end } of changed.slice(0, 5)) {
    expect(feed.corrected(new Date(end)), 'not before').not.toContain(fixture.id)
    expect(feed.corrected(new Date(end + 7 * 60 * minute))).toContain(fixture.id)
    expect(feed.corrected(new Date(end + CORRECTION_MS + 7 * 60 * minute))).not.toContain(fixture.id)
  }
})

it('with few scores the last one is taken back: bets on the total are settled by the corrected result', () => {
  for (const { fixture, first, last } of changed.filter((end) => !areSwapped(end))) {
    expect(last.home + last.away).toBeLessThan(first.home + first.away)
    const total = { market: 'total', side: 'under', line: last.home + last.away + 0.5 } as const
    expect(legResult(total, GameTime.fullMatch, first.state, rulesOf(fixture.sport)).code).toBe(
      BetResult.lose,
    )
    expect(legResult(total, GameTime.fullMatch, last.state, rulesOf(fixture.sport)).code).toBe(BetResult.win)
  }
})

it('in sets and in basketball the sides are exchanged, with the points of each: bets on the winner are settled by the corrected result', () => {
  const inSets = changed.filter(areSwapped)
  expect(inSets.length).toBeGreaterThan(3)
  for (const { fixture, first, last } of inSets) {
    expect([last.home, last.away]).toEqual([first.away, first.home])
    expect(last.sets).toEqual(first.sets?.map(({ home, away }) => ({ home: away, away: home })))
    const side = first.home > first.away ? 'home' : 'away'
    const winner = { market: 'winner', side, ways: 2 } as const
    expect(legResult(winner, GameTime.fullMatch, first.state, rulesOf(fixture.sport)).code).toBe(
      BetResult.win,
    )
    expect(legResult(winner, GameTime.fullMatch, last.state, rulesOf(fixture.sport)).code).toBe(
      BetResult.lose,
    )
  }
})

it('a correction of a match with overtime takes back a score of regular time, and with it the overtime', () => {
  const count = (side: 'home' | 'away', at: number) => ({ side, at, points: 2, play: 0 })
  const timeline = {
    segments: [],
    scores: [count('home', 1), count('away', 2)],
    corners: [],
    setPoints: [],
    length: 10,
    incident: { from: 10, steps: [], scores: [count('away', 20)] },
    correction: { at: 100, kind: 'lastScore' as const },
  }
  expect(knownTimeline(timeline, 99)).toBe(timeline)
  expect(knownTimeline(timeline, 100)).toMatchObject({ scores: [count('home', 1)], incident: undefined })
})

it('a match of basketball that is recorded for the wrong sides keeps its overtime, which the other side has won', () => {
  const count = (side: 'home' | 'away', at: number) => ({ side, at, points: 2, play: 0 })
  const timeline = {
    segments: [],
    scores: [count('home', 1), count('away', 2)],
    corners: [],
    setPoints: [],
    length: 10,
    incident: { from: 10, steps: [], scores: [count('away', 20)] },
    correction: { at: 100, kind: 'sides' as const },
  }
  expect(knownTimeline(timeline, 100)).toMatchObject({
    scores: [count('away', 1), count('home', 2)],
    incident: { scores: [count('home', 20)] },
  })
})
