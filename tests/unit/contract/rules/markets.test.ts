import { describe, expect, it } from 'vitest'
import {
  codeOfScore,
  correctScores,
  doubleChances,
  legResult as resultOf,
  STOPPED_WAIT_MS,
  type CorrectScore,
  type GameTimeCode,
  type MatchState,
  type Score,
  type Selection,
} from '#contract/rules/markets.ts'

import { rulesOf } from '#contract/rules/sportRules.ts'
import { MatchPeriod } from '#contract/statusCodes.ts'

const legResult = (selection: Selection, gameTime: GameTimeCode, match: MatchState) =>
  resultOf(selection, gameTime, match, rulesOf('football'))
const score = (home: number, away: number) => ({ home, away })
const handicap = (side: 'home' | 'away', line: number): Selection => ({ market: 'handicap', side, line })
const total = (side: 'over' | 'under', line: number): Selection => ({ market: 'total', side, line })
const winner = (side: 'home' | 'draw' | 'away', ways: 2 | 3 = 3): Selection => ({
  market: 'winner',
  side,
  ways,
})

/** The distance of a selection on the final score of a finished match. */
const distanceAt = (selection: Selection, at: Score) =>
  legResult(selection, 1, { period: -1, periodAgeMs: 0, parts: { 1: { ...at, final: true } } }).distance

describe('signed distance', () => {
  it.each([
    [handicap('home', -0.75), score(2, 1), 0.25],
    [handicap('away', 0.75), score(2, 1), -0.25],
    [handicap('away', 1), score(2, 1), 0],
    [total('over', 2.25), score(1, 1), -0.25],
    [total('under', 2.25), score(1, 1), 0.25],
    [total('under', 2), score(1, 1), 0],
    [{ market: 'bigSmall', side: 'big', line: 2.5 } as const, score(2, 1), 0.5],
    [{ market: 'bigSmall', side: 'small', line: 2.5 } as const, score(2, 1), -0.5],
    [{ market: 'corners', side: 'over', line: 9.5 } as const, score(6, 5), 1.5],
    [winner('home'), score(1, 0), null],
  ])('%j at %j is %s', (selection, at, distance) => {
    expect(distanceAt(selection, at)).toBe(distance)
  })

  it('live handicap counts goals after the bet, live totals from 0-0', () => {
    const live: Selection = { market: 'handicap', side: 'home', line: -0.5, scoreAtBet: score(1, 0) }
    expect(distanceAt(live, score(1, 0))).toBe(-0.5)
    expect(distanceAt(live, score(2, 0))).toBe(0.5)
    expect(distanceAt({ ...live, side: 'away', line: 0 }, score(1, 1))).toBe(1)
    expect(codeOfScore(total('over', 0.5), score(1, 0))).toBe(10)
  })
})

describe('markets without a line', () => {
  it('1X2 and moneyline', () => {
    expect([winner('home'), winner('draw'), winner('away')].map((s) => codeOfScore(s, score(2, 1)))).toEqual([
      10, 20, 20,
    ])
    expect([winner('home'), winner('draw'), winner('away')].map((s) => codeOfScore(s, score(1, 1)))).toEqual([
      20, 10, 20,
    ])
    expect(codeOfScore(winner('away', 2), score(0, 1))).toBe(10)
    expect(codeOfScore(winner('away', 2), score(1, 1))).toBe(90)
  })

  it('0 goals is even', () => {
    expect(codeOfScore({ market: 'oddEven', side: 'even' }, score(0, 0))).toBe(10)
    expect(codeOfScore({ market: 'oddEven', side: 'odd' }, score(0, 0))).toBe(20)
    expect(codeOfScore({ market: 'oddEven', side: 'odd' }, score(2, 1))).toBe(10)
  })
})

describe('markets of the score', () => {
  const both = (side: 'yes' | 'no'): Selection => ({ market: 'bothScore', side })
  const double = (side: (typeof doubleChances)[number]): Selection => ({ market: 'doubleChance', side })
  const exact = (side: CorrectScore): Selection => ({ market: 'correctScore', side })

  it.each([
    [score(1, 2), 'yes', ['homeAway', 'drawAway'], '1-2'],
    [score(3, 0), 'no', ['homeDraw', 'homeAway'], '3-0'],
    [score(0, 0), 'no', ['homeDraw', 'drawAway'], '0-0'],
    [score(4, 3), 'yes', ['homeDraw', 'homeAway'], 'other'],
    [score(0, 5), 'no', ['homeAway', 'drawAway'], 'other'],
  ] as const)('%j', (end, scored, doubles, side) => {
    for (const each of ['yes', 'no'] as const)
      expect(codeOfScore(both(each), end)).toBe(each === scored ? 10 : 20)
    for (const each of doubleChances)
      expect(codeOfScore(double(each), end)).toBe((doubles as readonly string[]).includes(each) ? 10 : 20)
    for (const each of correctScores) expect(codeOfScore(exact(each), end)).toBe(each === side ? 10 : 20)
  })

  it('a stopped match: what no further goal could change stands, the rest is refunded', () => {
    const stopped = (home: number, away: number): MatchState => ({
      period: MatchPeriod.cutInHalf,
      periodAgeMs: STOPPED_WAIT_MS,
      parts: { 1: { home, away, final: false } },
    })
    const codes = (selection: Selection) =>
      [stopped(0, 0), stopped(2, 0), stopped(1, 1), stopped(5, 0)].map(
        (match) => legResult(selection, 1, match).code,
      )
    expect(codes(both('yes'))).toEqual([90, 90, 10, 90])
    expect(codes(both('no'))).toEqual([90, 90, 20, 90])
    expect(codes(exact('2-1'))).toEqual([90, 90, 90, 20])
    expect(codes(exact('1-0'))).toEqual([90, 20, 20, 20])
    expect(codes(exact('other'))).toEqual([90, 90, 90, 10])
    expect(codes(double('homeDraw'))).toEqual([90, 90, 90, 90])
  })
})

describe('leg', () => {
  const match = (period: MatchState['period'], periodAgeMs = 0): MatchState => ({
    period,
    periodAgeMs,
    parts: {
      1: { ...score(2, 1), final: false },
      2: { ...score(1, 0), final: true },
    },
  })

  it('stays open while its part is played, and settles when it is over', () => {
    expect(legResult(winner('home'), 1, match(3))).toEqual({ code: 1000, distance: null, exception: false })
    expect(legResult(winner('home'), 2, match(3)).code).toBe(10)
    expect(legResult(total('over', 2.5), 1, match(3)).code).toBe(1000)
    expect(legResult(handicap('home', -0.75), 1, match(-1))).toEqual({
      code: 21,
      distance: 0.25,
      exception: false,
    })
  })

  it('is refunded as an exception when the finished match has no score for it', () => {
    expect(legResult({ market: 'corners', side: 'over', line: 9.5 }, 4, match(-1))).toEqual({
      code: 90,
      distance: null,
      exception: true,
    })
  })

  it('is refunded when the match is cancelled', () => {
    expect(legResult(winner('home'), 1, match(-10)).code).toBe(90)
  })

  it.each([-11, -12, -13, -14] as const)('waits 48 h in period %s, then is refunded', (period) => {
    expect(legResult(winner('home'), 1, match(period, STOPPED_WAIT_MS - 1)).code).toBe(1000)
    expect(legResult(winner('home'), 1, match(period, STOPPED_WAIT_MS)).code).toBe(90)
    expect(STOPPED_WAIT_MS).toBe(48 * 60 * 60 * 1000)
  })

  it('stands when it was decided before the match was stopped', () => {
    expect(legResult(winner('home'), 2, match(-13)).code).toBe(10)
    expect(legResult(total('over', 2.5), 1, match(-13)).code).toBe(10)
    expect(legResult(total('under', 2.5), 1, match(-13)).code).toBe(20)
    expect(legResult(total('over', 2.75), 1, match(-13)).code).toBe(1000)
    expect(legResult(total('over', 3), 1, match(-13, STOPPED_WAIT_MS)).code).toBe(90)
    expect(legResult(handicap('home', 5), 1, match(-13, STOPPED_WAIT_MS)).code).toBe(90)
  })
})
