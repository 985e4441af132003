import { describe, expect, it } from 'vitest'
import { plus, rational, times, toNumber, type Rational } from '#contract/rational.ts'
import { slotReturn } from '#contract/games/slotReturn.ts'
import {
  lineWin,
  slotCodes,
  slotThemes,
  UNITS_PER_STAKE,
  type SlotCode,
  type SlotSymbol,
  type SlotTheme,
} from '#contract/games/slots.ts'

/** Return of each slot per unit staked. Free spins and total are shortened here and exact below. */
const documented: Record<SlotCode, { lines: Rational; scatters: Rational; total: number }> = {
  'frutas-do-brasil': {
    lines: rational(3207495, 4194304),
    scatters: rational(117639, 4194304),
    total: 0.953682633639477,
  },
  'ouro-da-serra': {
    lines: rational(5655107, 8388608),
    scatters: rational(241353, 8388608),
    total: 0.945796074870202,
  },
  carnaval: {
    lines: rational(23007417, 33554432),
    scatters: rational(92799, 2097152),
    total: 0.965400666152076,
  },
  amazonia: {
    lines: rational(1428637, 2097152),
    scatters: rational(92799, 2097152),
    total: 0.959435505295662,
  },
}

/** The chances of 0 to 5 scatters, found by counting the windows that show one. */
function countedChances({ strips }: SlotTheme): Rational[] {
  const shown = strips.map((strip) => {
    const around = strip + strip.slice(0, 2)
    return [...strip].filter((_, stop) => around.slice(stop, stop + 3).includes('S')).length
  })
  const chances = Array.from({ length: 6 }, () => rational(0))
  for (let mask = 0; mask < 32; mask++) {
    const reels = shown.map((count, reel) =>
      (mask >> reel) & 1 ? rational(count, 32) : rational(32 - count, 32),
    )
    const n = mask.toString(2).replaceAll('0', '').length
    chances[n] = plus(chances[n] ?? rational(0), reels.reduce(times))
  }
  return chances
}

describe.each(slotCodes)('the return of %s', (code) => {
  const theme = slotThemes[code]
  const exact = slotReturn(code)
  const chances = countedChances(theme)

  it('is exactly as documented, between 94 % and 97 %', () => {
    expect(exact.lines).toEqual(documented[code].lines)
    expect(exact.scatters).toEqual(documented[code].scatters)
    expect(toNumber(exact.total)).toBeCloseTo(documented[code].total, 14)
    expect(toNumber(exact.total)).toBeGreaterThan(0.94)
    expect(toNumber(exact.total)).toBeLessThan(0.97)
  })

  it('is for each line the sum over all 32^5 stops', () => {
    // With symbols as digits, a line is an index into a table of payouts.
    const letters = 'ABCDEFGHWS'
    const table = new Int32Array(10 ** 5)
    for (let at = 0; at < table.length; at++) {
      const symbols = [...String(at).padStart(5, '0')].map((digit) => letters[Number(digit)] as SlotSymbol)
      table[at] = lineWin(theme, symbols)?.units ?? 0
    }
    const strips = theme.strips.map((strip) => [...strip].map((symbol) => letters.indexOf(symbol)))
    const [a = [], b = [], c = [], d = [], e = []] = strips
    // Over all stops, each row of a reel shows each symbol of the strip once, so one line stands for all.
    let sum = 0
    for (const v of a)
      for (const w of b)
        for (const x of c)
          for (const y of d) {
            const prefix = v * 10_000 + w * 1_000 + x * 100 + y * 10
            for (const z of e) sum += table[prefix + z] ?? 0
          }
    expect(rational(sum, 32 ** 5)).toEqual(exact.lines)
  })

  it('has the scatter chances found by counting windows', () => {
    expect(chances.reduce(plus)).toEqual(rational(1))
    const paid = theme.scatterPays.map((units, index) =>
      times(chances[index + 3] ?? rational(0), rational(units, UNITS_PER_STAKE)),
    )
    expect(exact.scatters).toEqual(paid.reduce(plus))
  })

  it('has the free spins found by recursion', () => {
    const { awards, cap, retrigger, factor } = theme.freeSpins
    const memo = new Map<string, Rational>()
    const playedFrom = (left: number, granted: number): Rational => {
      if (left === 0) return rational(0)
      if (!retrigger) return rational(left)
      const key = `${left} ${granted}`
      const cached = memo.get(key)
      if (cached) return cached
      let sum = rational(1)
      for (const [scatters, chance] of chances.entries()) {
        const now = Math.min(cap, granted + (awards[scatters - 3] ?? 0))
        sum = plus(sum, times(chance, playedFrom(left - 1 + now - granted, now)))
      }
      memo.set(key, sum)
      return sum
    }
    const expected = awards
      .map((award, index) => times(chances[index + 3] ?? rational(0), playedFrom(award, award)))
      .reduce(plus)
    expect(exact.expectedFreeSpins).toEqual(expected)
    const perSpin = plus(exact.lines, exact.scatters)
    expect(exact.total).toEqual(plus(perSpin, times(times(expected, rational(factor)), perSpin)))
  })
})
