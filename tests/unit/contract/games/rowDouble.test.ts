import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  parseRowDouble,
  rowDoubleFloatCount,
  rowDoubleModes,
  rowDoubleMultiplier,
  rowDoubleOutcome,
  rowDoublePayout,
  rowDoublePayTable,
  rowDoubleRtp,
  rowDoubleState,
  rowDoubleTileError,
} from '#contract/games/rowDouble.ts'
import { MAX_WIN } from '#contract/games/gameCodes.ts'
import { toNumber } from '#contract/rational.ts'
import { cents } from '#contract/money.ts'
import { chainDraws, chiSquare, counts, critical } from './chain.ts'
import { sized } from '../../../scope.ts'

const modes = ['easy', 'medium', 'hard'] as const
const unit = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })

it('accepts three modes and never throws', () => {
  for (const mode of modes) expect(parseRowDouble({ mode })).toEqual({ ok: true, value: { mode } })
  for (const mode of ['expert', 'toString', 1, null])
    expect(parseRowDouble({ mode })).toEqual({ ok: false, error: 'betInvalid' })
  fc.assert(fc.property(fc.anything(), (input) => typeof parseRowDouble(input).ok === 'boolean'))
})

it('checks a tile against the width of the row', () => {
  expect(rowDoubleTileError('easy', 3)).toBeNull()
  expect(rowDoubleTileError('hard', 1)).toBeNull()
  for (const [mode, tile] of [
    ['easy', 4],
    ['medium', 3],
    ['hard', 2],
    ['hard', -1],
    ['hard', 0.5],
    ['hard', '0'],
  ] as const)
    expect(rowDoubleTileError(mode, tile)).toBe('tileInvalid')
})

describe('draw', () => {
  it('gives nine rows of distinct safe tiles for any floats', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...modes),
        fc.array(unit, { minLength: 27, maxLength: 27 }),
        (mode, list) => {
          const { safe } = rowDoubleOutcome({ mode }, list)
          expect(safe).toHaveLength(9)
          for (const row of safe) {
            expect(new Set(row).size).toBe(rowDoubleModes[mode].safe)
            expect(row.every((tile) => rowDoubleTileError(mode, tile) === null)).toBe(true)
          }
        },
      ),
    )
  })

  it('refuses too few floats', () => {
    expect(modes.map((mode) => rowDoubleFloatCount({ mode }))).toEqual([27, 18, 9])
    expect(() => rowDoubleOutcome({ mode: 'medium' }, new Array<number>(17).fill(0))).toThrow(RangeError)
  })

  it.each(modes)('%s: the mine of the first and the last row falls on every tile equally often', (mode) => {
    const { tiles } = rowDoubleModes[mode]
    const towers = chainDraws(`rowDouble ${mode}`, sized(6_000, 20_000), rowDoubleFloatCount({ mode })).map(
      (list) => rowDoubleOutcome({ mode }, list).safe,
    )
    const all = Array.from({ length: tiles }, (_, tile) => tile)
    for (const row of [0, 8]) {
      const mined = towers.map((safe) => all.findIndex((tile) => !safe[row]?.includes(tile)))
      expect(chiSquare(counts(mined, tiles), new Array<number>(tiles).fill(1 / tiles))).toBeLessThan(
        critical(tiles - 1),
      )
    }
  })
})

describe('multiplier', () => {
  it.each([
    ['hard', 1, 1.98],
    ['hard', 9, 506.88],
    ['medium', 1, 1.485],
    ['medium', 9, 38.0589],
    ['easy', 1, 1.32],
    ['easy', 9, 13.1851],
  ] as const)('%s after row %s: %s', (mode, rows, expected) => {
    expect(rowDoubleMultiplier(mode, rows) / 10_000).toBe(expected)
  })

  it('returns 99 %, minus at most the truncation', () => {
    for (const mode of modes) {
      expect(rowDoublePayTable(mode)).toHaveLength(9)
      for (const { rows } of rowDoublePayTable(mode)) {
        const rtp = toNumber(rowDoubleRtp(mode, rows))
        expect(rtp).toBeLessThanOrEqual(0.99)
        expect(rtp).toBeGreaterThan(0.9899)
      }
    }
  })

  it('pays whole cents, nothing before the first row, and at most MAX_WIN', () => {
    expect(rowDoublePayout(cents(1000), 'hard', 9)).toBe(506_880)
    expect(rowDoublePayout(cents(1000), 'hard', 0)).toBe(0)
    expect(rowDoublePayout(cents(500_000), 'hard', 9)).toBe(MAX_WIN)
    expect(() => rowDoubleMultiplier('hard', 10)).toThrow(RangeError)
  })
})

describe('state', () => {
  const outcome = { safe: [[0], [0], [0], [1], [0], [1], [0], [0], [1]] }

  it('climbs, loses, and is cleared at the top', () => {
    expect(rowDoubleState('hard', outcome, [])).toEqual({
      status: 'open',
      rows: 0,
      multiplier: 10_000,
      nextMultiplier: 19_800,
    })
    expect(rowDoubleState('hard', outcome, [0, 0])).toMatchObject({
      status: 'open',
      rows: 2,
      multiplier: 39_600,
    })
    expect(rowDoubleState('hard', outcome, [0, 0, 1])).toMatchObject({
      status: 'lost',
      rows: 2,
      nextMultiplier: null,
    })
    expect(rowDoubleState('hard', outcome, [0, 0, 1, 1])).toMatchObject({ status: 'lost', rows: 2 })
    expect(rowDoubleState('hard', outcome, outcome.safe.flat())).toEqual({
      status: 'cleared',
      rows: 9,
      multiplier: 5_068_800,
      nextMultiplier: null,
    })
  })
})
