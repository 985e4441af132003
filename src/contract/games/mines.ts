/** Mines: 25 tiles, 1 to 24 of them mines; cash-out after any gem. docs/product.md, "Rules and payouts". */
import type { ErrorKey } from '../errors.ts'
import { ZERO, type Cents } from '../money.ts'
import { drawFromPool, field, isIntegerWithin } from './draw.ts'
import type { Checked } from './gameCodes.ts'
import { multiplierRatio, nearestMultiplier, payoutOf, STAKE_BACK, type Multiplier } from './multiplier.ts'
import { rational, times, type Rational } from '../rational.ts'

export const MINES_TILES = 25

export interface MinesParams {
  /** 1 to 24 */
  mineCount: number
}

export interface MinesOutcome {
  /** The tiles with mines, 0-24 row by row, in the order drawn. */
  mines: number[]
}

/** Checks `{ mineCount }`. Error: `minesInvalid` if it is not an integer from 1 to 24. */
export function parseMines(input: unknown): Checked<MinesParams> {
  const mineCount = field(input, 'mineCount')
  return isIntegerWithin(mineCount, 1, MINES_TILES - 1)
    ? { ok: true, value: { mineCount } }
    : { ok: false, error: 'minesInvalid' }
}

/** The number of gems on a board. */
export function minesMaxGems(mineCount: number): number {
  return MINES_TILES - mineCount
}

/** The tiles with mines: `mineCount` of 0..24, one float for each. */
export function minesOutcome({ mineCount }: MinesParams, floats: readonly number[]): MinesOutcome {
  return { mines: drawFromPool(MINES_TILES, floats.slice(0, mineCount)) }
}

/**
 * What a cash-out after `gems` gems pays, stake included: 0.99 x C(25, gems) / C(25 - mines, gems). 1 before the
 * first gem, when there is no cash-out. Throws RangeError for a board that does not exist.
 *
 * Unlike the other games, mines rounds to the nearest four decimals, ties down: docs/product.md, "Known answers", has
 * 1.9974 for 3 mines and 5 gems, where the exact value is 1.99736…. The return stays within 0.005 points of 99 %.
 */
export function minesMultiplier(mineCount: number, gems: number): Multiplier {
  if (!isIntegerWithin(mineCount, 1, MINES_TILES - 1) || !isIntegerWithin(gems, 0, minesMaxGems(mineCount)))
    throw new RangeError(`no such board: ${mineCount} mines, ${gems} gems`)
  if (gems === 0) return STAKE_BACK
  return nearestMultiplier(times(rational(99, 100), fairOdds(mineCount, gems)))
}

/** What a cash-out after `gems` gems pays, in cents; 0 before the first gem. */
export function minesPayout(stake: Cents, mineCount: number, gems: number): Cents {
  return gems === 0 ? ZERO : payoutOf(stake, minesMultiplier(mineCount, gems))
}

/** Exact return to player, a fraction, for a player who always opens `gems` tiles and then cashes out. */
export function minesRtp(mineCount: number, gems: number): Rational {
  return times(minesChance(mineCount, gems), multiplierRatio(minesMultiplier(mineCount, gems)))
}

/** The multipliers after 1, 2, … gems. */
export function minesPayTable(mineCount: number): { gems: number; multiplier: Multiplier }[] {
  return Array.from({ length: minesMaxGems(mineCount) }, (_, i) => ({
    gems: i + 1,
    multiplier: minesMultiplier(mineCount, i + 1),
  }))
}

/** Checks whether a tile may be opened now. Returns the error key or null; never throws. */
export function minesTileError(
  opened: readonly number[],
  tile: unknown,
): Extract<ErrorKey, 'tileInvalid' | 'tileOpened'> | null {
  if (!isIntegerWithin(tile, 0, MINES_TILES - 1)) return 'tileInvalid'
  return opened.includes(tile) ? 'tileOpened' : null
}

/** Checks the tiles of an automatic round: distinct, and at most as many as there are gems. Errors: as above. */
export function parseMinesTiles(mineCount: number, tiles: unknown): Checked<number[]> {
  if (!Array.isArray(tiles) || tiles.length < 1 || tiles.length > minesMaxGems(mineCount))
    return { ok: false, error: 'tileInvalid' }
  const value: number[] = []
  for (const tile of tiles as unknown[]) {
    const error = minesTileError(value, tile)
    if (error) return { ok: false, error }
    value.push(tile as number)
  }
  return { ok: true, value }
}

/** The state of a round. `cleared`: the last gem is open, and the round is settled. */
export interface MinesState {
  status: 'open' | 'cleared' | 'lost'
  gems: number
  multiplier: Multiplier
  /** The multiplier after one more gem; null when the round is over. */
  nextMultiplier: Multiplier | null
}

/** The state after these tiles were opened, in order. Tiles after a mine are ignored. */
export function minesState({ mines }: MinesOutcome, opened: readonly number[]): MinesState {
  const firstMine = opened.findIndex((tile) => mines.includes(tile))
  const gems = firstMine === -1 ? opened.length : firstMine
  const multiplier = minesMultiplier(mines.length, gems)
  if (firstMine !== -1) return { status: 'lost', gems, multiplier, nextMultiplier: null }
  if (gems === minesMaxGems(mines.length))
    return { status: 'cleared', gems, multiplier, nextMultiplier: null }
  return { status: 'open', gems, multiplier, nextMultiplier: minesMultiplier(mines.length, gems + 1) }
}

/** The chance of `gems` gems in a row, exact. */
export function minesChance(mineCount: number, gems: number): Rational {
  const { numerator, denominator } = fairOdds(mineCount, gems)
  return rational(denominator, numerator)
}

/** 1 / the chance of `gems` gems in a row: C(25, gems) / C(25 - mines, gems). */
function fairOdds(mineCount: number, gems: number): Rational {
  return rational(choose(MINES_TILES, gems), choose(MINES_TILES - mineCount, gems))
}

function choose(n: number, k: number): bigint {
  let result = 1n
  for (let i = 0; i < k; i++) result = (result * BigInt(n - i)) / BigInt(i + 1)
  return result
}
