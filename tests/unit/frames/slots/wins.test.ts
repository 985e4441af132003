import { describe, expect, it } from 'vitest'
import { evaluateSpin, slotCodes, slotThemes, type SpinResult } from '#contract/games/slots.ts'
import { cents, ZERO } from '#contract/money.ts'
import { slotWinTier } from '#contract/games/winTier.ts'
import { winSequence } from '#frames/slots/play/winSequence.ts'

const stake = cents(100)
const spin = (changes: Partial<SpinResult>): SpinResult => ({
  stops: [0, 0, 0, 0, 0],
  grid: Array.from({ length: 5 }, () => ['A', 'B', 'C']),
  lines: [],
  scatters: 0,
  scatterUnits: 0,
  awarded: 0,
  factor: 1,
  units: 0,
  ...changes,
})

describe('how a win is shown', () => {
  it('does not celebrate a win of no more than the stake', () => {
    expect(slotWinTier(ZERO, stake)).toBe('none')
    expect(slotWinTier(cents(40), stake)).toBe('back')
    expect(slotWinTier(cents(100), stake)).toBe('back')
    expect(slotWinTier(cents(101), stake)).toBe('win')
  })

  it('is big from 15 times and huge from 50 times the stake', () => {
    expect(slotWinTier(cents(1499), stake)).toBe('win')
    expect(slotWinTier(cents(1500), stake)).toBe('big')
    expect(slotWinTier(cents(4999), stake)).toBe('big')
    expect(slotWinTier(cents(5000), stake)).toBe('huge')
  })
})

describe('the sequence of wins', () => {
  it('is empty without a win', () => {
    expect(winSequence(spin({}), stake)).toEqual([])
  })

  it('of one line is that line, with its winning positions', () => {
    const steps = winSequence(
      spin({ lines: [{ line: 3, symbol: 'A', count: 4, wild: false, units: 40 }], units: 40 }),
      stake,
    )
    const cells = [
      [0, 0],
      [1, 1],
      [2, 2],
      [3, 1],
    ]
    expect(steps).toEqual([{ kind: 'line', line: 3, symbol: 'A', count: 4, cells, amount: cents(200) }])
  })

  it('of several begins with all of them, then goes from the best to the smallest, scatters last', () => {
    const steps = winSequence(
      spin({
        grid: [
          ['S', 'A', 'A'],
          ['A', 'S', 'A'],
          ['A', 'A', 'S'],
          ['B', 'B', 'B'],
          ['B', 'B', 'B'],
        ],
        lines: [
          { line: 0, symbol: 'H', count: 3, wild: false, units: 4 },
          { line: 5, symbol: 'A', count: 5, wild: true, units: 400 },
        ],
        scatters: 3,
        scatterUnits: 40,
        awarded: 8,
        factor: 2,
        units: 888,
      }),
      stake,
    )
    expect(steps.map(({ kind }) => kind)).toEqual(['all', 'line', 'line', 'scatter'])
    expect(steps.map(({ amount }) => amount)).toEqual([4440, 4000, 40, 400])
    expect(steps[1]).toMatchObject({ line: 5 })
    expect(steps[3]).toMatchObject({
      cells: [
        [0, 0],
        [1, 1],
        [2, 2],
      ],
      count: 3,
    })
    const all = steps[0]!.cells.map(String)
    expect(new Set(all).size).toBe(all.length)
  })

  it('adds up to the payout of the spin, for every theme', () => {
    for (const code of slotCodes) {
      for (let at = 0; at < 400; at++) {
        const stops = [0, 7, 13, 19, 23].map((step, reel) => (at * (step + reel + 1) + reel * 5) % 32)
        const result = evaluateSpin(slotThemes[code], stops, 1)
        const singles = winSequence(result, stake).filter(({ kind }) => kind !== 'all')
        const sum = singles.reduce((total, { amount }) => total + amount, 0)
        expect(sum).toBe((result.units * stake) / 20)
      }
    }
  })
})
