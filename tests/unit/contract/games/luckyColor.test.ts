import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  luckyColorMultiplier,
  luckyColorOf,
  luckyColorOutcome,
  luckyColorPayTable,
  luckyColorPicks,
  luckyColorRtp,
  parseLuckyColor,
  settleLuckyColor,
  type LuckyColorPick,
} from '#contract/games/luckyColor.ts'
import { rational } from '#contract/rational.ts'
import { cents } from '#contract/money.ts'
import { chainDraws, chiSquare, counts, critical } from './chain.ts'

const digits = Array.from({ length: 10 }, (_, digit) => digit)
const winners = (pick: LuckyColorPick) =>
  luckyColorPayTable(pick).map(({ digit, multiplier }) => [digit, multiplier / 10_000])

describe('parameters', () => {
  const stakes = (...list: unknown[]) => parseLuckyColor({ stakes: list })

  it('accepts several stakes', () => {
    const list = [
      { pick: 'green', stake: cents(10) },
      { pick: '0', stake: cents(499_990) },
    ]
    expect(stakes(...list)).toEqual({ ok: true, value: { stakes: list } })
  })

  it('refuses missing, unknown or repeated picks, and stakes outside the limits', () => {
    expect(stakes()).toEqual({ ok: false, error: 'betInvalid' })
    expect(stakes({ pick: '10', stake: 100 })).toEqual({ ok: false, error: 'betInvalid' })
    expect(stakes({ pick: 1, stake: 100 })).toEqual({ ok: false, error: 'betInvalid' })
    expect(stakes({ pick: 'red', stake: 100 }, { pick: 'red', stake: 100 })).toEqual({
      ok: false,
      error: 'betInvalid',
    })
    expect(stakes({ pick: 'red', stake: 9 })).toEqual({ ok: false, error: 'stakeTooLow' })
    expect(stakes({ pick: 'red', stake: 0.5 })).toEqual({ ok: false, error: 'stakeInvalid' })
    expect(stakes({ pick: 'red', stake: 300_000 }, { pick: 'big', stake: 300_000 })).toEqual({
      ok: false,
      error: 'stakeTooHigh',
    })
  })

  it('never throws', () => {
    fc.assert(fc.property(fc.anything(), (input) => typeof parseLuckyColor(input).ok === 'boolean'))
    fc.assert(fc.property(fc.array(fc.anything()), (list) => typeof stakes(...list).ok === 'boolean'))
  })
})

describe('pay table', () => {
  it('green 1 3 7 9 at x2 and 5 at x1.5', () => {
    expect(winners('green')).toEqual([
      [1, 2],
      [3, 2],
      [5, 1.5],
      [7, 2],
      [9, 2],
    ])
  })

  it('red 2 4 6 8 at x2 and 0 at x1.5', () => {
    expect(winners('red')).toEqual([
      [0, 1.5],
      [2, 2],
      [4, 2],
      [6, 2],
      [8, 2],
    ])
  })

  it('violet x4.5, size x1.96, digit x9', () => {
    expect(winners('violet')).toEqual([
      [0, 4.5],
      [5, 4.5],
    ])
    expect(winners('small')).toEqual([0, 1, 2, 3, 4].map((digit) => [digit, 1.96]))
    expect(winners('big')).toEqual([5, 6, 7, 8, 9].map((digit) => [digit, 1.96]))
    for (const digit of digits) expect(winners(String(digit) as LuckyColorPick)).toEqual([[digit, 9]])
  })

  it('returns the colours and the size of a digit', () => {
    expect(luckyColorOf(0)).toEqual({ digit: 0, colours: ['red', 'violet'], size: 'small' })
    expect(luckyColorOf(5)).toEqual({ digit: 5, colours: ['green', 'violet'], size: 'big' })
    expect(luckyColorOf(7)).toEqual({ digit: 7, colours: ['green'], size: 'big' })
    expect(luckyColorOutcome([0.05]).digit).toBe(0)
    expect(luckyColorOutcome([1 - 2 ** -32]).digit).toBe(9)
  })

  it('returns colour 95 %, violet 90 %, size 98 %, digit 90 %', () => {
    const expected = { green: 95, red: 95, violet: 90, small: 98, big: 98 } as Record<string, number>
    for (const pick of luckyColorPicks)
      expect(luckyColorRtp(pick)).toEqual(rational(expected[pick] ?? 90, 100))
  })
})

describe('settlement', () => {
  it('pays each stake separately and adds them up', () => {
    const stakes = [
      { pick: 'green' as const, stake: cents(1000) },
      { pick: 'violet' as const, stake: cents(101) },
      { pick: 'big' as const, stake: cents(33) },
      { pick: '4' as const, stake: cents(100) },
    ]
    expect(settleLuckyColor({ stakes }, luckyColorOf(5))).toEqual({
      won: true,
      payouts: [1500, 454, 64, 0],
      payout: 2018,
      multiplier: 16_353,
    })
    expect(settleLuckyColor({ stakes }, luckyColorOf(2))).toMatchObject({
      won: false,
      payout: 0,
      multiplier: 0,
    })
  })

  it('agrees with the pay table for every pick and digit', () => {
    for (const pick of luckyColorPicks)
      for (const digit of digits) {
        const settled = settleLuckyColor({ stakes: [{ pick, stake: cents(10_000) }] }, luckyColorOf(digit))
        expect(settled.payout).toBe(luckyColorMultiplier(pick, digit))
      }
  })
})

it('draws every digit equally often (20,000 draws)', () => {
  const observed = counts(
    chainDraws('luckyColor', 20_000, 1).map((list) => luckyColorOutcome(list).digit),
    10,
  )
  expect(chiSquare(observed, new Array<number>(10).fill(1 / 10))).toBeLessThan(critical(9))
})
