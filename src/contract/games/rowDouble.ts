/** Row double: a tower of nine rows, one pick per row; cash-out after any row. docs/product.md, "Rules and payouts". */
import type { ErrorKey } from '../errors.ts'
import { ZERO, type Cents } from '../money.ts'
import { drawFromPool, field, isIntegerWithin } from './draw.ts'
import type { Checked } from './gameCodes.ts'
import { multiplierOf, multiplierRatio, payoutOf, STAKE_BACK, type Multiplier } from './multiplier.ts'
import { rational, times, type Rational } from '../rational.ts'

export const ROW_DOUBLE_ROWS = 9

/** How many tiles a row has, and how many of them are safe. */
export const rowDoubleModes = {
  easy: { tiles: 4, safe: 3 },
  medium: { tiles: 3, safe: 2 },
  hard: { tiles: 2, safe: 1 },
} as const
export type RowDoubleMode = keyof typeof rowDoubleModes

export interface RowDoubleParams {
  mode: RowDoubleMode
}

export interface RowDoubleOutcome {
  /** The safe tiles of each row, from the bottom, in the order drawn. */
  safe: number[][]
}

/** Checks `{ mode }`. Error: `betInvalid`. */
export function parseRowDouble(input: unknown): Checked<RowDoubleParams> {
  const mode = field(input, 'mode')
  return mode === 'easy' || mode === 'medium' || mode === 'hard'
    ? { ok: true, value: { mode } }
    : { ok: false, error: 'betInvalid' }
}

/** How many floats a round uses: one for each safe tile of each row, so 27, 18 or 9. */
export function rowDoubleFloatCount({ mode }: RowDoubleParams): number {
  return ROW_DOUBLE_ROWS * rowDoubleModes[mode].safe
}

/**
 * The safe tiles of each row, drawn from a fresh pool of tiles; each row uses the next floats. The safe tiles are
 * drawn, not the others: docs/product.md, "Known answers". Throws RangeError if there are too few floats.
 */
export function rowDoubleOutcome({ mode }: RowDoubleParams, floats: readonly number[]): RowDoubleOutcome {
  const { tiles, safe } = rowDoubleModes[mode]
  if (floats.length < ROW_DOUBLE_ROWS * safe) throw new RangeError('too few floats for nine rows')
  return {
    safe: Array.from({ length: ROW_DOUBLE_ROWS }, (_, row) =>
      drawFromPool(tiles, floats.slice(row * safe, (row + 1) * safe)),
    ),
  }
}

/**
 * What a cash-out after `rows` rows pays, stake included: 0.99 x (tiles / safe)^rows, truncated to four decimals.
 * 1 before the first row. Throws RangeError for a row that does not exist.
 */
export function rowDoubleMultiplier(mode: RowDoubleMode, rows: number): Multiplier {
  if (!isIntegerWithin(rows, 0, ROW_DOUBLE_ROWS)) throw new RangeError(`no such row: ${rows}`)
  return rows === 0 ? STAKE_BACK : multiplierOf(times(rational(99, 100), fairOdds(mode, rows)))
}

/** What a cash-out after `rows` rows pays, in cents; 0 before the first row. */
export function rowDoublePayout(stake: Cents, mode: RowDoubleMode, rows: number): Cents {
  return rows === 0 ? ZERO : payoutOf(stake, rowDoubleMultiplier(mode, rows))
}

/** The multipliers after 1, 2, … 9 rows. */
export function rowDoublePayTable(mode: RowDoubleMode): { rows: number; multiplier: Multiplier }[] {
  return Array.from({ length: ROW_DOUBLE_ROWS }, (_, i) => ({
    rows: i + 1,
    multiplier: rowDoubleMultiplier(mode, i + 1),
  }))
}

/** Exact return to player, a fraction, for a player who always climbs `rows` rows and then cashes out. */
export function rowDoubleRtp(mode: RowDoubleMode, rows: number): Rational {
  return times(rowDoubleChance(mode, rows), multiplierRatio(rowDoubleMultiplier(mode, rows)))
}

/** Checks whether the next row has this tile. Returns the error key or null; never throws. */
export function rowDoubleTileError(
  mode: RowDoubleMode,
  tile: unknown,
): Extract<ErrorKey, 'tileInvalid'> | null {
  return isIntegerWithin(tile, 0, rowDoubleModes[mode].tiles - 1) ? null : 'tileInvalid'
}

/** The state of a round. `cleared`: the top row is passed, and the round is settled. */
export interface RowDoubleState {
  status: 'open' | 'cleared' | 'lost'
  /** Rows passed. */
  rows: number
  multiplier: Multiplier
  /** The multiplier after one more row; null when the round is over. */
  nextMultiplier: Multiplier | null
}

/** The state after these picks, one per row from the bottom. Picks after a wrong one or above the top are ignored. */
export function rowDoubleState(
  mode: RowDoubleMode,
  { safe }: RowDoubleOutcome,
  picks: readonly number[],
): RowDoubleState {
  const climbed = picks.slice(0, ROW_DOUBLE_ROWS)
  const wrong = climbed.findIndex((tile, row) => !safe[row]?.includes(tile))
  const rows = wrong === -1 ? climbed.length : wrong
  const multiplier = rowDoubleMultiplier(mode, rows)
  if (wrong !== -1) return { status: 'lost', rows, multiplier, nextMultiplier: null }
  if (rows === ROW_DOUBLE_ROWS) return { status: 'cleared', rows, multiplier, nextMultiplier: null }
  return { status: 'open', rows, multiplier, nextMultiplier: rowDoubleMultiplier(mode, rows + 1) }
}

/** The chance of passing `rows` rows, exact. */
export function rowDoubleChance(mode: RowDoubleMode, rows: number): Rational {
  const { numerator, denominator } = fairOdds(mode, rows)
  return rational(denominator, numerator)
}

/** 1 / the chance of passing `rows` rows. */
function fairOdds(mode: RowDoubleMode, rows: number): Rational {
  const { tiles, safe } = rowDoubleModes[mode]
  return rational(BigInt(tiles) ** BigInt(rows), BigInt(safe) ** BigInt(rows))
}
