/**
 * What a slot returns, exactly (PRODUCT.md section 7: "RTP computed exactly by a test"). Every stop of a reel is
 * equally likely, so each of a line's five places shows any symbol of its strip with the frequency it has there:
 * all lines return the same, and sums over symbols are exact where running all 32^5 stops would be slow.
 * Without the cap MAX_WIN.
 */
import { plus, rational, times, type Rational } from './rational.ts'
import { gridOf, lineWin, REELS, slotLines, slotThemes, STRIP_LENGTH, UNITS_PER_STAKE } from './slots.ts'
import { slotSymbols, type SlotCode, type SlotSymbol, type SlotTheme } from './slotThemes.ts'

export interface SlotReturn {
  /** Parts of one stake: of the lines and of the scatters of the paid spin, and of all free spins. */
  lines: Rational
  scatters: Rational
  freeSpins: Rational
  total: Rational
  /** Free spins that a paid spin leads to on average. */
  expectedFreeSpins: Rational
}

/** All combinations of stops. */
const ALL_STOPS = STRIP_LENGTH ** REELS

/** The exact return to the player of a slot. */
export function slotReturn(code: SlotCode): SlotReturn {
  const theme = slotThemes[code]
  // Twenty lines of a twentieth of the stake each: one line's return is all lines' return.
  const lines = rational(lineUnits(theme), ALL_STOPS)
  const chances = scatterChances(theme)
  const scatters = theme.scatterPays
    .map((units, index) => times(chances[index + 3] ?? rational(0), rational(units, UNITS_PER_STAKE)))
    .reduce(plus)
  const expectedFreeSpins = freeSpinsOf(theme)
  // A free spin is a paid one times its factor, whatever came before it (Wald).
  const freeSpins = times(times(expectedFreeSpins, rational(theme.freeSpins.factor)), plus(lines, scatters))
  return {
    lines,
    scatters,
    freeSpins,
    total: plus(plus(lines, scatters), freeSpins),
    expectedFreeSpins,
  }
}

/** The exact chance that a paid spin wins anything by itself: a line, or three scatters. */
export function slotHitFrequency(code: SlotCode): Rational {
  const theme = slotThemes[code]
  const prefixes = [...new Set(slotLines.map((rows) => rows.slice(0, 3).join()))].map((text) =>
    text.split(',').map(Number),
  )
  const wins = new Map<string, boolean>()
  const isWin = (symbols: readonly SlotSymbol[]) => {
    const key = symbols.join('')
    const known = wins.get(key) ?? lineWin(theme, [...symbols, 'S', 'S']) !== undefined
    wins.set(key, known)
    return known
  }
  // Lines win with three from the left on, so the first three reels decide all of them.
  const losing = [0, 0, 0, 0]
  for (let stops = 0; stops < STRIP_LENGTH ** 3; stops++) {
    const grid = gridOf(theme, [stops % 32, Math.floor(stops / 32) % 32, Math.floor(stops / 1024), 0, 0])
    if (prefixes.some((rows) => isWin(rows.map((row, reel) => grid[reel]?.[row] ?? 'S')))) continue
    const scatters = grid.slice(0, 3).filter((reel) => reel.includes('S')).length
    losing[scatters] = (losing[scatters] ?? 0) + 1
  }
  const rest = countChances(theme, [3, 4])
  let noWin = rational(0)
  for (const [first, count] of losing.entries()) {
    for (const [further, chance] of rest.entries()) {
      if (first + further < 3) noWin = plus(noWin, times(rational(count, STRIP_LENGTH ** 3), chance))
    }
  }
  return plus(rational(1), times(rational(-1), noWin))
}

/** Chance of 0 to 5 scatters in the window: each is on a reel of its own and shown by three stops. */
export function scatterChances(theme: SlotTheme): Rational[] {
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

/** What one line wins over all combinations of stops together, in units. */
function lineUnits(theme: SlotTheme): bigint {
  const counts = theme.strips.map(symbolCounts)
  let sum = 0n
  const walk = (symbols: SlotSymbol[], ways: bigint): void => {
    if (symbols.length === REELS) {
      sum += ways * BigInt(lineWin(theme, symbols)?.units ?? 0)
      return
    }
    for (const symbol of slotSymbols) {
      const count = counts[symbols.length]?.get(symbol) ?? 0
      if (count > 0) walk([...symbols, symbol], ways * BigInt(count))
    }
  }
  walk([], 1n)
  return sum
}

/**
 * Free spins of a round on average: the sum over n of the chance that there is an n-th one. Chances are kept as
 * whole numbers over ALL_STOPS^n; the state is how many were granted, at most the cap.
 */
function freeSpinsOf(theme: SlotTheme): Rational {
  const { awards, retrigger, cap } = theme.freeSpins
  const scale = BigInt(ALL_STOPS)
  const [none = 0n, ...given] = awardWays(theme)
  const grant = (states: ReadonlyMap<number, bigint>): Map<number, bigint> => {
    const next = new Map<number, bigint>()
    const add = (granted: number, ways: bigint) => next.set(granted, (next.get(granted) ?? 0n) + ways)
    for (const [granted, ways] of states) {
      add(granted, ways * none)
      for (const [index, award] of awards.entries()) {
        add(Math.min(cap, granted + award), ways * (given[index] ?? 0n))
      }
    }
    return next
  }
  let states = grant(new Map([[0, 1n]]))
  let power = scale
  let expected = rational(0)
  for (let played = 0; played < cap; played++) {
    const going = new Map([...states].filter(([granted]) => granted > played))
    const ways = [...going.values()].reduce((sum, count) => sum + count, 0n)
    if (ways === 0n) break
    expected = plus(expected, rational(ways, power))
    if (retrigger) {
      states = grant(going)
      power *= scale
    } else states = going
  }
  return expected
}

/** Combinations of stops with too few scatters, with 3, 4 and 5. */
function awardWays(theme: SlotTheme): bigint[] {
  const ways = scatterChances(theme).map(
    ({ numerator, denominator }) => (numerator * BigInt(ALL_STOPS)) / denominator,
  )
  return [(ways[0] ?? 0n) + (ways[1] ?? 0n) + (ways[2] ?? 0n), ...ways.slice(3)]
}

function symbolCounts(strip: string): Map<string, number> {
  const counts = new Map<string, number>()
  for (const symbol of strip) counts.set(symbol, (counts.get(symbol) ?? 0) + 1)
  return counts
}
