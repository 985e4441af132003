/**
 * How much of a bet counts for rewards and for the turnover (docs/product.md, "What counts"). A bet counts in proportion
 * to the house edge of its game, so that every real that counts costs the same on average, and all rewards together stay
 * below that cost.
 */
import type { Cents } from '../money.ts'
import { multiplyDown } from '../multiplyDown.ts'
import { isOriginalGame, type OriginalGame } from '../games/gameCodes.ts'

/** Bets in games with this edge or a higher one count in full: what a counted real costs on average, at least. */
export const FULL_EDGE = 0.04

/** The lowest edge that any bet in the game has. */
const ownEdges: Record<OriginalGame | 'sports', number> = {
  mines: 0.01,
  limbo: 0.01,
  rowDouble: 0.01,
  dice: 0.01,
  /** The edge of big and small; the other bets have 5 and 10 %. */
  luckyColor: 0.02,
  double: 1 / 15,
  /** The margin is 1 - 1 / 1.05; of a quarter line at least half of the stake is decided. */
  sports: 0.0238,
}

const LOWEST_EDGE = Math.min(...Object.values(ownEdges))

/**
 * The edge of a game. `rtp` is its return in the catalogue, which decides for slots; a game of unknown return has the
 * lowest edge.
 */
export function edgeOf(game: string, rtp: number | null): number {
  if (game === 'sports' || isOriginalGame(game)) return ownEdges[game]
  return rtp === null ? LOWEST_EDGE : Math.max(0, 1 - rtp)
}

/** The fraction of a bet that counts, from 0 to 1, with four decimals rounded down. */
export function countedFraction(edge: number): number {
  // Floating-point error must not turn 0.25 into 0.2499.
  return Math.min(1, Math.floor((edge / FULL_EDGE) * 10_000 + 1e-9) / 10_000)
}

/** The part of a stake, or of what else counts of it, that counts in a game with this edge. In whole cents, rounded down. */
export function countedInGame(stake: Cents, edge: number): Cents {
  return multiplyDown(stake, countedFraction(edge))
}

/** What a stake loses on average, in cents, rounded down. */
export function expectedLoss(stake: Cents, edge: number): Cents {
  return multiplyDown(stake, edge)
}
