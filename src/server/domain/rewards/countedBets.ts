import { add, cents, multiplyDown, ZERO, type Cents } from '#contract/money.ts'
import { countedFraction, edgeOf } from '#contract/rules/gameEdge.ts'

/** Settled bets of one game: a row of a query of `bet_days`, the ledger's sums by day and game. */
export interface GameBets {
  game: string
  /** The game's return in the catalogue. */
  rtp: number | null
  /** Sum of the stakes, in cents. */
  bets: number
}

/** The part of the bets that counts for rewards, in cents. */
export function countedBets(rows: readonly GameBets[]): Cents {
  return rows.reduce(
    (sum, { game, rtp, bets }) => add(sum, multiplyDown(cents(bets), countedFraction(edgeOf(game, rtp)))),
    ZERO,
  )
}
