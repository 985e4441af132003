import { describe, expect, it } from 'vitest'
import { legResult, STOPPED_WAIT_MS, type MatchState, type Selection } from '#contract/rules/markets.ts'
import type { HouseRules, Outcome } from '#contract/rules/settlementRules.ts'
import { rulesOf } from '#contract/rules/sportRules.ts'
import { sports, type Sport } from '#contract/rules/sports.ts'
import { fixturesBetween } from '#server/feed/calendar.ts'
import { SimulatedFeed } from '#server/feed/SimulatedFeed.ts'
import { profiles, setsToWinOf } from '#server/feed/profiles.ts'

const house: HouseRules = { retirement: 'afterOneSet', superOver: true }
const winner = (side: 'home' | 'draw' | 'away', ways: 2 | 3 = 2): Selection => ({
  market: 'winner',
  side,
  ways,
})
const total = (side: 'over' | 'under', line: number): Selection => ({ market: 'total', side, line })
const handicap = (side: 'home' | 'away', line: number): Selection => ({ market: 'handicap', side, line })
const state = (home: number, away: number, more: Partial<MatchState> = {}): MatchState => ({
  period: -1,
  periodAgeMs: 0,
  parts: { 1: { home, away, final: more.period === undefined } },
  ...more,
})
const codesOf = (
  sport: Sport,
  match: MatchState,
  selections: readonly Selection[],
  rules: HouseRules = house,
) =>
  selections.map(
    (selection) =>
      legResult(selection, 1, { ...setsToWinOf(profiles[sport]), ...match }, rulesOf(sport, rules)).code,
  )

it.each(sports)('the calendar tells how many sets win a match of %s, before, in play and after', (sport) => {
  const day = 24 * 3_600_000
  const start = Date.UTC(2026, 0, 5)
  const [fixture] = fixturesBetween(sport, start, start + 7 * day)
  if (!fixture) throw new Error(`no match of ${sport} in a week`)
  const feed = new SimulatedFeed('rules')
  const usual: Partial<Record<Sport, number>> = {
    tennis: 2,
    snooker: 5,
    volleyball: 3,
    badminton: 2,
    tableTennis: 4,
    motorRacing: 4,
  }
  for (const ms of [-60_000, 60_000, day])
    expect(feed.match(fixture.id, new Date(fixture.startsAt + ms))?.state.setsToWin).toBe(usual[sport])
})

describe('a match in sets that is given up', () => {
  const ended = (home: number, away: number, outcome: Outcome) => state(home, away, { outcome })
  const bets = [winner('home'), winner('away'), total('over', 2.5), total('under', 2.5)]

  it('the winner stands after one set, by the house; what the sets had decided stands always', () => {
    const outcome: Outcome = { winner: 'away', reason: 'retirement' }
    const match = { ...ended(1, 1, outcome), parts: { 1: { home: 1, away: 1, final: true } } }
    expect(codesOf('tennis', match, bets)).toEqual([20, 10, 10, 20])
    expect(codesOf('tennis', match, bets, { ...house, retirement: 'endOnly' })).toEqual([90, 90, 10, 20])
    // One set each: neither side can lose by two.
    expect(codesOf('tennis', match, [handicap('home', 1.5), handicap('away', 1.5)])).toEqual([10, 10])
  })

  it('one set does not decide the number of sets, and none refunds all', () => {
    const outcome: Outcome = { winner: 'home', reason: 'disqualification' }
    expect(codesOf('tennis', ended(1, 0, outcome), bets)).toEqual([10, 20, 90, 90])
    expect(codesOf('tennis', ended(0, 0, outcome), bets)).toEqual([90, 90, 90, 90])
    expect(codesOf('tennis', ended(0, 0, { winner: 'home', reason: 'walkover' }), bets)).toEqual([
      90, 90, 90, 90,
    ])
  })

  it('a finished score that nobody has won by is not the end of the match', () => {
    expect(codesOf('tennis', state(1, 0), bets)).toEqual([90, 90, 90, 90])
    expect(legResult(winner('home'), 1, state(1, 0, { setsToWin: 2 }), rulesOf('tennis')).exception).toBe(
      true,
    )
    expect(codesOf('tennis', state(2, 0), bets)).toEqual([10, 20, 20, 10])
    // Four sets are the fewest, but none was played.
    expect(codesOf('tableTennis', state(0, 0, { period: -10 }), [total('over', 2.5)])).toEqual([90])
    expect(codesOf('volleyball', state(2, 1), [total('over', 3.5), total('over', 4.5)])).toEqual([10, 90])
  })
})

describe('the feed tells how many sets win', () => {
  const untold = { setsToWin: undefined } as Partial<MatchState>
  const retired: Outcome = { winner: 'home', reason: 'retirement' }

  it('best of five: two sets do not win, and three sets are not the most', () => {
    const bestOfFive = { setsToWin: 3 }
    const stopped = state(2, 0, { ...bestOfFive, period: -10 })
    expect(codesOf('tennis', stopped, [winner('home'), handicap('home', -1.5)])).toEqual([90, 90])
    const given = state(2, 1, { ...bestOfFive, outcome: retired })
    expect(codesOf('tennis', given, [total('over', 3.5), total('over', 4.5), winner('home')])).toEqual([
      10, 90, 10,
    ])
  })

  it('a shorter match ends with fewer sets', () => {
    const over = state(3, 1, { setsToWin: 3 })
    expect(codesOf('tableTennis', over, [winner('home'), winner('away')])).toEqual([10, 20])
  })

  it('where it does not, a finished score is final, and play decides totals that it has exceeded', () => {
    const bets = [winner('home'), total('over', 2.5), total('over', 3.5), handicap('home', 2.5)]
    expect(codesOf('tennis', state(2, 1, untold), bets)).toEqual([10, 10, 20, 10])
    expect(codesOf('tennis', state(2, 1, { ...untold, period: -10 }), bets)).toEqual([90, 10, 90, 90])
    expect(codesOf('tennis', state(2, 1, { ...untold, outcome: retired }), bets)).toEqual([10, 10, 90, 90])
  })
})

it('boxing: whoever is told to have won has won, whatever the points are', () => {
  const behind = state(27, 30, { outcome: { winner: 'home', reason: 'knockout' } })
  expect(codesOf('boxing', behind, [winner('home'), winner('away')])).toEqual([10, 20])
  // Three rounds decide that there were more than 50 points, not that there were fewer than 230.
  expect(
    codesOf('boxing', behind, [total('over', 50.5), total('under', 229.5), handicap('away', 1.5)]),
  ).toEqual([10, 90, 90])
  const draw = state(114, 114, { outcome: { winner: null, reason: 'points' } })
  expect(codesOf('boxing', draw, [winner('home'), total('over', 227.5)])).toEqual([90, 10])
})

it('cricket: a tie is decided by its super over where the house says so; its runs do not count', () => {
  const tie = state(150, 150, { outcome: { winner: 'away', reason: 'superOver' } })
  const bets = [winner('home'), winner('away'), total('under', 300.5)]
  expect(codesOf('cricket', tie, bets)).toEqual([20, 10, 10])
  expect(codesOf('cricket', tie, bets, { ...house, superOver: false })).toEqual([90, 90, 10])
  expect(codesOf('cricket', state(150, 150), bets), 'no super over was played').toEqual([90, 90, 10])
})

describe('a stopped match', () => {
  const stoppedAt = (home: number, away: number, stoppedMs: number): MatchState => ({
    ...state(home, away, { period: -12 }),
    stoppedMs,
  })

  it('settles the half of a quarter line that is decided, once the other half is refunded', () => {
    const bets = [total('over', 2.75), total('under', 2.75), total('over', 3.25), total('over', 2.5)]
    expect(codesOf('football', stoppedAt(2, 1, STOPPED_WAIT_MS - 1), bets)).toEqual([1000, 1000, 1000, 10])
    expect(codesOf('football', stoppedAt(2, 1, STOPPED_WAIT_MS), bets)).toEqual([21, 11, 90, 10])
    expect(codesOf('football', state(2, 1, { period: -10 }), bets)).toEqual([21, 11, 90, 10])
    expect(
      legResult(total('over', 2.75), 1, stoppedAt(2, 1, STOPPED_WAIT_MS), rulesOf('football')),
    ).toMatchObject({ distance: 0.25 })
  })

  it('in sets stands what no further set could change', () => {
    expect(codesOf('tennis', stoppedAt(1, 1, 0), [total('over', 2.5), winner('home')])).toEqual([10, 1000])
    expect(codesOf('tennis', stoppedAt(1, 0, 0), [total('over', 2.5)])).toEqual([1000])
  })

  it('waits since its first stop, however old its present period is', () => {
    const match = (stoppedMs: number, periodAgeMs: number) => ({ ...stoppedAt(0, 0, stoppedMs), periodAgeMs })
    expect(codesOf('football', match(STOPPED_WAIT_MS, 60_000), [winner('home', 3)])).toEqual([90])
    expect(codesOf('football', match(60_000, STOPPED_WAIT_MS), [winner('home', 3)])).toEqual([1000])
  })
})
