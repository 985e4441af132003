import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { MAX_WIN } from '#contract/games/gameCodes.ts'
import { multiplierNumber } from '#contract/games/multiplier.ts'
import { recompute } from '#contract/games/recompute.ts'
import {
  evaluateSpin,
  lineWin,
  slotCodes,
  slotFloatCount,
  slotLines,
  slotMultiplier,
  slotOutcome,
  slotPayout,
  slotRound,
  slotStakeError,
  slotStakes,
  slotThemes,
  STRIP_LENGTH,
  SLOT_MAX_STAKE,
  SLOT_MIN_STAKE,
  type SlotCode,
  type SlotSymbol,
  type SlotTheme,
} from '#contract/games/slots.ts'
import { cents } from '#contract/money.ts'
import { chainDraws, chiSquare, counts, critical, nodeBlock } from './chain.ts'
import { sized } from '../../../scope.ts'

const theme = (code: SlotCode = 'carnaval') => slotThemes[code]
const line = (text: string, of = theme()) => lineWin(of, text.split('') as SlotSymbol[])

describe.each(slotCodes)('the strips of %s', (code) => {
  it('have 32 known symbols, and at most one scatter in a window', () => {
    for (const strip of theme(code).strips) {
      expect(strip).toMatch(/^[A-HWS]{32}$/)
      const around = strip + strip.slice(0, 2)
      for (let stop = 0; stop < STRIP_LENGTH; stop++) {
        expect([...around.slice(stop, stop + 3)].filter((symbol) => symbol === 'S').length).toBeLessThan(2)
      }
    }
  })

  it('pay more for more symbols and for better ones', () => {
    const { pays, scatterPays, freeSpins } = theme(code)
    for (const values of [...Object.values(pays), scatterPays, freeSpins.awards]) {
      expect(values[0]).toBeGreaterThan(0)
      expect(values[1]).toBeGreaterThan(values[0])
      expect(values[2]).toBeGreaterThan(values[1])
    }
    const order = 'WABCDEFGH'.split('') as (keyof typeof pays)[]
    for (const [index, symbol] of order.entries()) {
      const worse = order[index + 1]
      for (const n of [0, 1, 2] as const) {
        if (worse) expect(pays[symbol][n]).toBeGreaterThanOrEqual(pays[worse][n])
      }
    }
    expect(freeSpins.cap).toBeGreaterThanOrEqual(freeSpins.awards[2])
  })
})

describe('the lines', () => {
  it('are twenty different lines over five reels and three rows', () => {
    expect(new Set(slotLines.map((rows) => rows.join())).size).toBe(20)
    for (const rows of slotLines) {
      expect(rows).toHaveLength(5)
      for (const row of rows) expect([0, 1, 2]).toContain(row)
    }
  })
})

describe('a line', () => {
  it('pays from the left for three or more', () => {
    expect(line('AAABC')).toEqual({ symbol: 'A', count: 3, wild: false, units: 40 })
    expect(line('AAAAC')?.units).toBe(150)
    expect(line('AAAAA')?.units).toBe(800)
    expect(line('AABAA')).toBeUndefined()
    expect(line('BAAAA')).toBeUndefined()
  })

  it('counts wilds as any symbol, and pays wilds alone when that is more', () => {
    expect(line('AWWBC')).toEqual({ symbol: 'A', count: 3, wild: true, units: 40 })
    expect(line('WWHHH')?.units).toBe(50)
    expect(line('WWWHB')).toEqual({ symbol: 'W', count: 3, wild: false, units: 80 })
    expect(line('WWWHH')).toEqual({ symbol: 'W', count: 3, wild: false, units: 80 })
    expect(line('WWWWW')?.units).toBe(2000)
    expect(line('WWAAA')).toEqual({ symbol: 'A', count: 5, wild: true, units: 800 })
  })

  it('never pays scatters, and stops counting at one', () => {
    expect(line('SSSSS')).toBeUndefined()
    expect(line('AASAA')).toBeUndefined()
    expect(line('WWSAA')).toBeUndefined()
    expect(line('WWWSA')?.units).toBe(80)
  })

  it('is doubled by a wild in amazonia, but not when it is wilds alone', () => {
    expect(line('AAWBC', theme('amazonia'))).toEqual({ symbol: 'A', count: 3, wild: true, units: 80 })
    expect(line('AAABC', theme('amazonia'))?.units).toBe(40)
    expect(line('WWWWW', theme('amazonia'))?.units).toBe(2500)
  })
})

/** A naive implementation of the rules. */
function naiveUnits(of: SlotTheme, stops: readonly number[], factor: number): number {
  let units = 0
  const window = of.strips.map((strip, reel) =>
    [0, 1, 2].map((row) => strip[((stops[reel] ?? 0) + row) % 32]),
  )
  for (const rows of slotLines) {
    const symbols = rows.map((row, reel) => window[reel]?.[row] ?? '')
    let best = 0
    for (const symbol of 'WABCDEFGH') {
      let count = 0
      let wilds = 0
      for (const shown of symbols) {
        if (shown !== symbol && shown !== 'W') break
        if (shown === 'W' && symbol !== 'W') wilds++
        count++
      }
      // Wilds alone count as wilds.
      if (count < 3 || (symbol !== 'W' && wilds === count)) continue
      const pay = of.pays[symbol as 'A'][(count - 3) as 0 | 1 | 2] * (wilds > 0 ? of.wildFactor : 1)
      best = Math.max(best, pay)
    }
    units += best
  }
  const scatters = window.flat().filter((symbol) => symbol === 'S').length
  if (scatters >= 3) units += of.scatterPays[(scatters - 3) as 0 | 1 | 2]
  return units * factor
}

const anyCode = fc.constantFrom(...slotCodes)
const anyStops = fc.array(fc.integer({ min: 0, max: 31 }), { minLength: 5, maxLength: 5 })
const anyFloat = fc.integer({ min: 0, max: 2 ** 32 - 1 }).map((value) => value / 2 ** 32)

describe('a spin', () => {
  it('wins the same as in a naive implementation of the rules', () => {
    fc.assert(
      fc.property(anyCode, anyStops, fc.constantFrom(1, 2, 3), (code, stops, factor) => {
        const result = evaluateSpin(theme(code), stops, factor)
        expect(result.units).toBe(naiveUnits(theme(code), stops, factor))
        const parts = result.lines.reduce((sum, win) => sum + win.units, result.scatterUnits)
        expect(result.units).toBe(parts * factor)
      }),
      { numRuns: 3_000 },
    )
  })

  it('shows three symbols per reel and wraps around the strip', () => {
    const strip = theme().strips[0]
    expect(evaluateSpin(theme(), [31, 0, 0, 0, 0], 1).grid[0]).toEqual([strip[31], strip[0], strip[1]])
  })
})

describe('a round', () => {
  const scatterStops = (code: SlotCode) => theme(code).strips.map((strip) => strip.indexOf('S') / 32)
  const blank = (code: SlotCode) =>
    theme(code).strips.map(
      (strip) => [...strip].findIndex((_, at) => !(strip + strip).slice(at, at + 3).includes('S')) / 32,
    )

  it('has as many free spins as its scatters award, each with the next floats', () => {
    const code = 'ouro-da-serra'
    const list = [...scatterStops(code), ...Array<number>(slotFloatCount(code) - 5).fill(0)]
    const outcome = slotOutcome(code, list)
    expect(outcome.freeStops).toHaveLength(25)
    const { spins, units } = slotRound(code, outcome)
    expect(spins[0]).toMatchObject({ scatters: 5, scatterUnits: 2000, awarded: 25, factor: 1 })
    expect(spins.slice(1).every((spin) => spin.factor === 3 && spin.awarded === 0)).toBe(true)
    expect(units).toBe(spins.reduce((sum, spin) => sum + spin.units, 0))
  })

  it('awards further free spins up to the cap if the theme allows it', () => {
    for (const code of ['frutas-do-brasil', 'carnaval', 'amazonia'] as const) {
      const { cap, awards } = theme(code).freeSpins
      const all = Array.from({ length: 1 + cap }, () => scatterStops(code)).flat()
      expect(slotOutcome(code, all).freeStops).toHaveLength(cap)
      const once = [...scatterStops(code), ...Array.from({ length: cap }, () => blank(code)).flat()]
      expect(slotOutcome(code, once).freeStops).toHaveLength(awards[2])
    }
  })

  it('has enough floats for any outcome, and plays what it awards', () => {
    fc.assert(
      fc.property(anyCode, fc.infiniteStream(anyFloat), (code, stream) => {
        const outcome = slotOutcome(code, [...stream.take(slotFloatCount(code))])
        const { spins } = slotRound(code, outcome)
        expect(spins.reduce((sum, spin) => sum + spin.awarded, 0)).toBe(outcome.freeStops.length)
        expect(spins).toHaveLength(1 + outcome.freeStops.length)
        expect(
          slotOutcome(
            code,
            [...outcome.stops, ...outcome.freeStops.flat()].map((stop) => stop / 32),
          ),
        ).toEqual(outcome)
      }),
      { numRuns: 500 },
    )
  })

  it('refuses too few floats', () => {
    expect(() => slotOutcome('carnaval', [0, 0, 0, 0])).toThrow(RangeError)
  })
})

describe('known answers', () => {
  const seeds = ['f2ac89b608eeb01312d115bce6741b32', '86ff027f15c48241af7f54a726690ee7'] as const
  const expected: Record<SlotCode, unknown> = {
    'frutas-do-brasil': [
      ['8,7,23,24,2', 0, 0],
      ['9,25,22,4,20', 0, 0],
      ['1,13,7,31,27', 0, 0],
      ['17,10,26,23,11', 0, 150],
      ['3,25,19,10,6', 0, 120],
      ['29,31,31,21,25', 0, 20],
      ['27,17,7,31,28', 0, 0],
      ['12,2,26,2,19', 0, 0],
    ],
    'ouro-da-serra': [
      ['8,7,23,24,2', 0, 16],
      ['9,25,22,4,20', 0, 0],
      ['1,13,7,31,27', 0, 0],
      ['17,10,26,23,11', 0, 0],
      ['3,25,19,10,6', 0, 0],
      ['29,31,31,21,25', 0, 0],
      ['27,17,7,31,28', 0, 0],
      ['12,2,26,2,19', 0, 20],
    ],
    carnaval: [
      ['8,7,23,24,2', 0, 0],
      ['9,25,22,4,20', 0, 72],
      ['1,13,7,31,27', 0, 5],
      ['17,10,26,23,11', 0, 0],
      ['3,25,19,10,6', 0, 20],
      ['29,31,31,21,25', 0, 230],
      ['27,17,7,31,28', 0, 10],
      ['12,2,26,2,19', 0, 0],
    ],
    amazonia: [
      ['8,7,23,24,2', 0, 52],
      ['9,25,22,4,20', 0, 60],
      ['1,13,7,31,27', 0, 0],
      ['17,10,26,23,11', 0, 0],
      ['3,25,19,10,6', 0, 0],
      ['29,31,31,21,25', 0, 0],
      ['27,17,7,31,28', 0, 250],
      ['12,2,26,2,19', 0, 0],
    ],
  }

  it.each(slotCodes)('%s', async (code) => {
    const rounds = await Promise.all(
      [0, 1, 2, 3, 4, 5, 6, 7].map(async (nonce) => {
        const recomputed = await recompute(code, ...seeds, nonce, {}, nodeBlock)
        if (!recomputed.ok || !('freeStops' in recomputed.value)) throw new Error('no slot outcome')
        return [
          recomputed.value.stops.join(),
          recomputed.value.freeStops.length,
          slotRound(code, recomputed.value).units,
        ]
      }),
    )
    expect(rounds).toEqual(expected[code])
  })
})

describe('the draw', () => {
  it('stops every reel at every position equally often', () => {
    const draws = chainDraws('slots', sized(6_000, 20_000), 5)
    for (const reel of [0, 1, 2, 3, 4]) {
      const stops = draws.map(
        (list) => slotOutcome('carnaval', [...list, ...Array<number>(250).fill(0)]).stops[reel] ?? -1,
      )
      expect(chiSquare(counts(stops, 32), Array<number>(32).fill(1 / 32))).toBeLessThan(critical(31))
    }
  })
})

describe('money', () => {
  it('pays units of a twentieth of the stake, truncated once to cents', () => {
    expect(slotPayout(cents(20), 7)).toBe(7)
    expect(slotPayout(cents(100), 7)).toBe(35)
    expect(slotPayout(cents(33), 7)).toBe(11)
    expect(slotPayout(cents(50_000), 0)).toBe(0)
    expect(slotPayout(SLOT_MAX_STAKE, 50_000)).toBe(MAX_WIN)
    expect(multiplierNumber(slotMultiplier(7))).toBe(0.35)
  })

  it('never pays a fraction of a cent, and never too much', () => {
    const stake = fc.integer({ min: SLOT_MIN_STAKE, max: SLOT_MAX_STAKE })
    fc.assert(
      fc.property(stake, fc.integer({ min: 0, max: 30_000 }), (amount, units) => {
        const payout = slotPayout(cents(amount), units)
        expect(payout).toBe(Math.min(MAX_WIN, Math.floor((amount * units) / 20)))
        if (amount % 20 === 0 && payout < MAX_WIN) expect(payout * 20).toBe(amount * units)
      }),
    )
  })

  it('accepts stakes from R$ 0.20 to R$ 500', () => {
    for (const stake of slotStakes) expect(slotStakeError(stake)).toBeNull()
    expect(slotStakeError(19)).toBe('stakeTooLow')
    expect(slotStakeError(50_001)).toBe('stakeTooHigh')
    for (const stake of [0, -20, 20.5, NaN, Infinity, '20', null, 1e309])
      expect(slotStakeError(stake)).toBe('stakeInvalid')
  })
})
