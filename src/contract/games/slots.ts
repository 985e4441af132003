/**
 * The slot engine: docs/product.md, "Slot engine". 5 reels, 3 rows, 20 lines from the left, wilds, scatters, free
 * spins. The floats from a round's seeds decide everything, free spins included; the frame only displays it. Wins are
 * counted in units of a twentieth of the stake (the stake of one line) and paid once, truncated to whole cents.
 */
import { cents, type Cents } from '../money.ts'
import { floatAt } from './draw.ts'
import { type StakeError } from './gameCodes.ts'
import { multiplierOf, payoutOf, type Multiplier } from './multiplier.ts'
import { rational } from '../rational.ts'
import { slotThemes, type LineSymbol, type SlotCode, type SlotSymbol, type SlotTheme } from './slotThemes.ts'

export * from './slotThemes.ts'

export const REELS = 5
export const ROWS = 3
export const STRIP_LENGTH = 32
/** A unit is a twentieth of the stake: the stake of one line. */
export const UNITS_PER_STAKE = 20

/** R$ 0.20: one centavo per line. */
export const SLOT_MIN_STAKE = cents(20)
/** R$ 500. MAX_WIN is 2,000 times this stake, so the limit barely reduces the documented return. */
export const SLOT_MAX_STAKE = cents(50_000)
/** The stakes that a game may offer; any other stake within the limits is accepted as well. */
export const slotStakes: readonly Cents[] = [
  20, 40, 60, 100, 200, 400, 600, 1000, 2000, 4000, 6000, 10_000, 20_000, 50_000,
].map(cents)

/** For each line, its row on each reel: 0 is the top, 2 the bottom. */
export const slotLines: readonly (readonly number[])[] = [
  [1, 1, 1, 1, 1],
  [0, 0, 0, 0, 0],
  [2, 2, 2, 2, 2],
  [0, 1, 2, 1, 0],
  [2, 1, 0, 1, 2],
  [1, 0, 0, 0, 1],
  [1, 2, 2, 2, 1],
  [0, 0, 1, 2, 2],
  [2, 2, 1, 0, 0],
  [1, 2, 1, 0, 1],
  [1, 0, 1, 2, 1],
  [0, 1, 1, 1, 0],
  [2, 1, 1, 1, 2],
  [0, 1, 0, 1, 0],
  [2, 1, 2, 1, 2],
  [1, 1, 0, 1, 1],
  [1, 1, 2, 1, 1],
  [0, 0, 2, 0, 0],
  [2, 2, 0, 2, 2],
  [0, 2, 2, 2, 0],
]

/** What the seeds decide: the stops of the reels, in the paid spin and in each free spin. */
export type SlotOutcome = {
  /** For each reel, the index (0-31) on its strip of the symbol in the top row. */
  stops: number[]
  freeStops: number[][]
}

export interface LineWin {
  /** Index into slotLines. */
  line: number
  symbol: LineSymbol
  /** 3, 4 or 5, from the left. */
  count: number
  /** At least one wild substitutes for another symbol. */
  wild: boolean
  /** What the line pays, in units: with the wild factor, without the free-spin factor. */
  units: number
}

export interface SpinResult {
  stops: number[]
  /** For each reel its symbols, top to bottom. */
  grid: SlotSymbol[][]
  lines: LineWin[]
  scatters: number
  scatterUnits: number
  /** Free spins that this spin awards. */
  awarded: number
  /** 1 in the paid spin, the factor of the theme in a free spin. */
  factor: number
  /** What this spin wins, in units: lines and scatters, times the factor. */
  units: number
}

export interface SlotRound {
  /** The paid spin first, then the free spins. */
  spins: SpinResult[]
  /** What the round wins, in units. */
  units: number
}

/** The maximum number of floats that a round uses: five for each spin. */
export function slotFloatCount(code: SlotCode): number {
  return REELS * (1 + slotThemes[code].freeSpins.cap)
}

/** The stop of a reel: floor(32 f). The paid spin uses the first five floats, each free spin the next five. */
export function slotOutcome(code: SlotCode, floats: readonly number[]): SlotOutcome {
  const theme = slotThemes[code]
  const stopsOf = (spin: number) =>
    Array.from({ length: REELS }, (_, reel) =>
      Math.floor(STRIP_LENGTH * floatAt(floats, spin * REELS + reel)),
    )
  const stops = stopsOf(0)
  const freeStops: number[][] = []
  let granted = grantedBy(theme, stops, 0)
  while (freeStops.length < granted) {
    const next = stopsOf(freeStops.length + 1)
    freeStops.push(next)
    if (theme.freeSpins.retrigger) granted += grantedBy(theme, next, granted)
  }
  return { stops, freeStops }
}

/** What an outcome wins, spin by spin. */
export function slotRound(code: SlotCode, { stops, freeStops }: SlotOutcome): SlotRound {
  const theme = slotThemes[code]
  const spins: SpinResult[] = []
  let granted = 0
  for (const [index, at] of [stops, ...freeStops].entries()) {
    const isFree = index > 0
    const spin = evaluateSpin(theme, at, isFree ? theme.freeSpins.factor : 1)
    if (!isFree || theme.freeSpins.retrigger) spin.awarded = grantedBy(theme, at, granted)
    granted += spin.awarded
    spins.push(spin)
  }
  return { spins, units: spins.reduce((sum, spin) => sum + spin.units, 0) }
}

/** One spin by itself. `awarded` is 0: it depends on the round, see {@link slotRound}. */
export function evaluateSpin(theme: SlotTheme, stops: readonly number[], factor: number): SpinResult {
  const grid = gridOf(theme, stops)
  const lines: LineWin[] = []
  for (const [line, rows] of slotLines.entries()) {
    const win = lineWin(
      theme,
      rows.map((row, reel) => grid[reel]?.[row] ?? 'S'),
    )
    if (win) lines.push({ line, ...win })
  }
  const scatters = scattersIn(theme, stops)
  const scatterUnits = valueFor(theme.scatterPays, scatters)
  const units = lines.reduce((sum, win) => sum + win.units, scatterUnits) * factor
  return { stops: [...stops], grid, lines, scatters, scatterUnits, awarded: 0, factor, units }
}

/** The visible symbols of each reel: three from its stop on; the strip wraps around. */
function gridOf(theme: SlotTheme, stops: readonly number[]): SlotSymbol[][] {
  return theme.strips.map((strip, reel) =>
    Array.from({ length: ROWS }, (_, row) => symbolAt(strip, (stops[reel] ?? 0) + row)),
  )
}

/**
 * What the five symbols of a line win, from the left; undefined for no win. The better of wilds by themselves and
 * the first other symbol with the wilds that substitute for it.
 */
export function lineWin(theme: SlotTheme, symbols: readonly SlotSymbol[]): Omit<LineWin, 'line'> | undefined {
  const first = symbols.findIndex((symbol) => symbol !== 'W')
  const leading = first === -1 ? symbols.length : first
  const wilds = { symbol: 'W' as const, count: leading, wild: false, units: valueFor(theme.pays.W, leading) }
  const symbol = symbols[first]
  let best: Omit<LineWin, 'line'> = wilds
  if (symbol !== undefined && symbol !== 'S' && symbol !== 'W') {
    const end = symbols.findIndex((other) => other !== symbol && other !== 'W')
    const count = end === -1 ? symbols.length : end
    const wild = symbols.slice(0, count).includes('W')
    const units = valueFor(theme.pays[symbol], count) * (wild ? theme.wildFactor : 1)
    if (units > wilds.units) best = { symbol, count, wild, units }
  }
  return best.units > 0 ? best : undefined
}

/** What a round pays, stake included: units / 20, which is exact in four decimals. */
export function slotMultiplier(units: number): Multiplier {
  return multiplierOf(rational(units, UNITS_PER_STAKE))
}

/** Stake x units / 20 in cents, truncated once to whole cents, at most MAX_WIN. Exact for multiples of R$ 0.20. */
export function slotPayout(stake: Cents, units: number): Cents {
  return payoutOf(stake, slotMultiplier(units))
}

/** Checks the stake of a slot, in cents. Returns the error key or null; never throws. */
export function slotStakeError(stake: unknown): StakeError | null {
  if (typeof stake !== 'number' || !Number.isSafeInteger(stake) || stake <= 0) return 'stakeInvalid'
  if (stake < SLOT_MIN_STAKE) return 'stakeTooLow'
  return stake > SLOT_MAX_STAKE ? 'stakeTooHigh' : null
}

/** Free spins that these stops award to a round that already has `before` of them. */
function grantedBy(theme: SlotTheme, stops: readonly number[], before: number): number {
  const { awards, cap } = theme.freeSpins
  return Math.min(valueFor(awards, scattersIn(theme, stops)), cap - before)
}

function scattersIn(theme: SlotTheme, stops: readonly number[]): number {
  return gridOf(theme, stops).filter((reel) => reel.includes('S')).length
}

function symbolAt(strip: string, index: number): SlotSymbol {
  const symbol = strip[index % STRIP_LENGTH]
  if (symbol === undefined) throw new RangeError(`not a stop: ${index}`)
  return symbol as SlotSymbol
}

function valueFor(values: readonly [number, number, number], count: number): number {
  return values[count - 3] ?? 0
}
