import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  minesMaxGems,
  minesMultiplier,
  minesOutcome,
  minesPayout,
  minesPayTable,
  minesRtp,
  minesState,
  minesTileError,
  parseMines,
  parseMinesTiles,
} from '#contract/games/mines.ts'
import { MAX_WIN } from '#contract/games/gameCodes.ts'
import { toNumber } from '#contract/rational.ts'
import { cents } from '#contract/money.ts'
import { chainDraws, chiSquare, counts, critical } from './chain.ts'

const unit = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })

describe('parameters', () => {
  it.each([1, 3, 24])('accepts %s mines', (mineCount) => {
    expect(parseMines({ mineCount })).toEqual({ ok: true, value: { mineCount } })
  })

  it.each([0, 25, -1, 2.5, '3', null, Number.NaN])('refuses %s mines', (mineCount) => {
    expect(parseMines({ mineCount })).toEqual({ ok: false, error: 'minesInvalid' })
  })

  it('never throws', () => {
    fc.assert(fc.property(fc.anything(), (input) => typeof parseMines(input).ok === 'boolean'))
    fc.assert(fc.property(fc.anything(), (input) => typeof parseMinesTiles(3, input).ok === 'boolean'))
  })

  it('checks a tile', () => {
    expect(minesTileError([1], 0)).toBeNull()
    expect(minesTileError([1], 24)).toBeNull()
    expect(minesTileError([1], 1)).toBe('tileOpened')
    for (const bad of [-1, 25, 1.5, '1', null]) expect(minesTileError([], bad)).toBe('tileInvalid')
  })

  it('checks the tiles of an automatic round', () => {
    expect(parseMinesTiles(3, [0, 24])).toEqual({ ok: true, value: [0, 24] })
    expect(parseMinesTiles(3, [4, 4])).toEqual({ ok: false, error: 'tileOpened' })
    expect(parseMinesTiles(24, [4, 5])).toEqual({ ok: false, error: 'tileInvalid' })
    expect(parseMinesTiles(3, [])).toEqual({ ok: false, error: 'tileInvalid' })
    expect(parseMinesTiles(3, 'abc')).toEqual({ ok: false, error: 'tileInvalid' })
  })
})

describe('draw', () => {
  it('takes distinct tiles of the board for any floats', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 24 }),
        fc.array(unit, { minLength: 24, maxLength: 24 }),
        (mineCount, list) => {
          const { mines } = minesOutcome({ mineCount }, list)
          expect(new Set(mines).size).toBe(mineCount)
          expect(mines.every((tile) => Number.isInteger(tile) && tile >= 0 && tile <= 24)).toBe(true)
        },
      ),
    )
  })

  it('takes element floor(f (25 - i)) of the remaining tiles', () => {
    expect(minesOutcome({ mineCount: 3 }, [0, 0, 0]).mines).toEqual([0, 1, 2])
    expect(minesOutcome({ mineCount: 3 }, [0.999, 0.999, 0]).mines).toEqual([24, 23, 0])
  })

  it('puts the first and the last mine on every tile equally often (20,000 boards)', () => {
    const boards = chainDraws('mines', 20_000, 3).map((list) => minesOutcome({ mineCount: 3 }, list).mines)
    const shares = new Array<number>(25).fill(1 / 25)
    for (const which of [0, 2]) {
      const observed = counts(
        boards.map((mines) => mines[which] ?? -1),
        25,
      )
      expect(chiSquare(observed, shares)).toBeLessThan(critical(24))
    }
  })
})

describe('multiplier', () => {
  it.each([
    [1, 1, 1.0312],
    [3, 1, 1.125],
    // Exactly 1.99736…: the known answer is rounded, not truncated.
    [3, 5, 1.9974],
    [2, 1, 1.0761],
    [24, 1, 24.75],
    [1, 24, 24.75],
    [12, 13, 5_148_297],
  ])('%s mines, %s gems: %s', (mineCount, gems, expected) => {
    expect(minesMultiplier(mineCount, gems) / 10_000).toBe(expected)
  })

  it('is 1 before the first gem, and undefined outside the board', () => {
    expect(minesMultiplier(5, 0)).toBe(10_000)
    expect(() => minesMultiplier(5, 21)).toThrow(RangeError)
    expect(() => minesMultiplier(0, 1)).toThrow(RangeError)
  })

  it('grows with every gem, and returns 99 % to within 0.005 points', () => {
    for (let mineCount = 1; mineCount <= 24; mineCount++) {
      const table = minesPayTable(mineCount)
      expect(table).toHaveLength(minesMaxGems(mineCount))
      for (const [i, row] of table.entries()) {
        expect(row.multiplier).toBeGreaterThan(table[i - 1]?.multiplier ?? 0)
        const rtp = toNumber(minesRtp(mineCount, row.gems))
        expect(Math.abs(rtp - 0.99)).toBeLessThanOrEqual(0.00005)
      }
    }
  })

  it('pays whole cents, nothing before the first gem, and at most MAX_WIN', () => {
    expect(minesPayout(cents(1000), 3, 5)).toBe(1997)
    expect(minesPayout(cents(1000), 3, 0)).toBe(0)
    expect(minesPayout(cents(500_000), 12, 13)).toBe(MAX_WIN)
  })
})

describe('state', () => {
  const outcome = { mines: [6, 7, 8] }

  it('is open while gems are found', () => {
    expect(minesState(outcome, [])).toEqual({
      status: 'open',
      gems: 0,
      multiplier: 10_000,
      nextMultiplier: 11_250,
    })
    expect(minesState(outcome, [0])).toMatchObject({ status: 'open', gems: 1, multiplier: 11_250 })
  })

  it('is lost at the first mine', () => {
    expect(minesState(outcome, [0, 7])).toMatchObject({ status: 'lost', gems: 1, nextMultiplier: null })
    expect(minesState(outcome, [0, 7, 1])).toMatchObject({ status: 'lost', gems: 1 })
  })

  it('is cleared with the last safe tile', () => {
    const safe = Array.from({ length: 25 }, (_, tile) => tile).filter((tile) => !outcome.mines.includes(tile))
    expect(minesState(outcome, safe.slice(1))).toMatchObject({ status: 'open', gems: 21 })
    expect(minesState(outcome, safe)).toMatchObject({ status: 'cleared', gems: 22, nextMultiplier: null })
  })
})
