/**
 * The exact return of a slot (docs/product.md, "Slot engine"), ignoring the cap MAX_WIN. Every stop of a reel is
 * equally likely, so each position of a line shows a symbol as often as it is on the strip: all lines return the
 * same, and sums over symbols are exact without enumerating all 32^5 stops.
 */
import { plus, rational, times, type Rational } from '../rational.ts'
import { lineWin, REELS, slotThemes, STRIP_LENGTH, UNITS_PER_STAKE } from './slots.ts'
import type { SlotCode, SlotSymbol, SlotTheme } from './slotThemes.ts'

export interface SlotReturn {
  /** Fractions of the stake, on average: lines and scatters of the paid spin, all free spins, and their sum. */
  lines: Rational
  scatters: Rational
  freeSpins: Rational
  total: Rational
  /** Free spins for each paid spin, on average. */
  expectedFreeSpins: Rational
}

/** The number of combinations of stops. */
const ALL_STOPS = STRIP_LENGTH ** REELS

const known = new Map<SlotCode, SlotReturn>()

/** The exact return to player of a slot, and its parts; computed once, because exact sums take tens of milliseconds. */
export function slotReturn(code: SlotCode): SlotReturn {
  const found = known.get(code) ?? computeReturn(code)
  known.set(code, found)
  return found
}

function computeReturn(code: SlotCode): SlotReturn {
  const theme = slotThemes[code]
  // All lines return the same, so the return of one line is the return of all of them.
  const lines = rational(lineUnits(theme), ALL_STOPS)
  const chances = scatterChances(theme)
  const scatters = theme.scatterPays
    .map((units, index) => times(chances[index + 3] ?? rational(0), rational(units, UNITS_PER_STAKE)))
    .reduce(plus)
  const expectedFreeSpins = freeSpinsOf(theme)
  // Each free spin returns as much as a paid one, times its factor, whatever preceded it (Wald's equation).
  const freeSpins = times(times(expectedFreeSpins, rational(theme.freeSpins.factor)), plus(lines, scatters))
  return {
    lines,
    scatters,
    freeSpins,
    total: plus(plus(lines, scatters), freeSpins),
    expectedFreeSpins,
  }
}

/** The chances of 0 to 5 visible scatters: each is on a reel of its own and visible at three stops. */
function scatterChances(theme: SlotTheme): Rational[] {
  return countChances(theme, [0, 1, 2, 3, 4])
}

function countChances(theme: SlotTheme, reels: readonly number[]): Rational[] {
  let chances = [rational(1)]
  for (const reel of reels) {
    const count = symbolCounts(theme.strips[reel] ?? '').get('S') ?? 0
    const shown = rational(3 * count, STRIP_LENGTH)
    const hidden = rational(STRIP_LENGTH - 3 * count, STRIP_LENGTH)
    chances = Array.from({ length: chances.length + 1 }, (_, n) =>
      plus(times(chances[n] ?? rational(0), hidden), times(chances[n - 1] ?? rational(0), shown)),
    )
  }
  return chances
}

/** The sum of what one line wins over all combinations of stops, in units: far below 2^53, so a number is exact. */
function lineUnits(theme: SlotTheme): bigint {
  const counts = theme.strips.map((strip) => [...symbolCounts(strip)])
  let sum = 0
  /** `paying` is the first symbol that is not wild: whatever follows the end of its run changes nothing. */
  const walk = (symbols: readonly SlotSymbol[], ways: number, paying?: SlotSymbol): void => {
    for (const [symbol, count] of counts[symbols.length] ?? []) {
      const line = [...symbols, symbol]
      const first = paying ?? (symbol === 'W' ? undefined : symbol)
      const isDecided = first === 'S' || (symbol !== 'W' && symbol !== first) || line.length === REELS
      if (isDecided) {
        const following = STRIP_LENGTH ** (REELS - line.length)
        sum += ways * count * following * (lineWin(theme, line)?.units ?? 0)
      } else walk(line, ways * count, first)
    }
  }
  walk([], 1)
  return BigInt(sum)
}

/**
 * The average number of free spins of a round: the sum over n of the chance that there is an n-th free spin. Chances
 * are kept as integers over ALL_STOPS^n; a state is the number of free spins awarded, at most the cap.
 */
function freeSpinsOf(theme: SlotTheme): Rational {
  const { awards, retrigger, cap } = theme.freeSpins
  const scale = BigInt(ALL_STOPS)
  const [withoutAward = 0n, ...withAward] = awardWays(theme)
  const grant = (states: ReadonlyMap<number, bigint>): Map<number, bigint> => {
    const next = new Map<number, bigint>()
    const add = (granted: number, ways: bigint) => next.set(granted, (next.get(granted) ?? 0n) + ways)
    for (const [granted, ways] of states) {
      add(granted, ways * withoutAward)
      for (const [index, award] of awards.entries()) {
        add(Math.min(cap, granted + award), ways * (withAward[index] ?? 0n))
      }
    }
    return next
  }
  let states = grant(new Map([[0, 1n]]))
  let power = scale
  let expected = rational(0)
  for (let played = 0; played < cap; played++) {
    const unfinished = new Map([...states].filter(([granted]) => granted > played))
    const ways = [...unfinished.values()].reduce((sum, count) => sum + count, 0n)
    if (ways === 0n) break
    expected = plus(expected, rational(ways, power))
    if (retrigger) {
      states = grant(unfinished)
      power *= scale
    } else states = unfinished
  }
  return expected
}

/** The numbers of combinations of stops with fewer than 3, with 3, with 4 and with 5 scatters. */
function awardWays(theme: SlotTheme): bigint[] {
  const ways = scatterChances(theme).map(
    ({ numerator, denominator }) => (numerator * BigInt(ALL_STOPS)) / denominator,
  )
  return [(ways[0] ?? 0n) + (ways[1] ?? 0n) + (ways[2] ?? 0n), ...ways.slice(3)]
}

function symbolCounts(strip: string): Map<SlotSymbol, number> {
  const counts = new Map<SlotSymbol, number>()
  for (const symbol of strip as Iterable<SlotSymbol>) counts.set(symbol, (counts.get(symbol) ?? 0) + 1)
  return counts
}
