import { add, cents, multiplyDown, ZERO, type Cents } from '#contract/money.ts'
import { countedFraction, edgeOf } from '#contract/rules/gameEdge.ts'

/** Bets of one game: a row of a query with `gameOfTransferSql`. */
export interface GameBets {
  game: string
  /** The game's return in the catalogue. */
  rtp: number | null
  /** Sum of the stakes, in cents. */
  bets: number
}

/**
 * Joins the game to transfers `t`, as `c.code` and `g.rtp`. A round that is decided at once is inserted only at
 * commit; `pending`, an SQL expression, is the game of transfers whose round is not there yet.
 */
export const gameOfTransferSql = (pending = `''`) => `
  left join game_rounds r on t.ref_type = 'round' and r.id = t.ref_id
  cross join lateral (
    select case when t.ref_type = 'ticket' then 'sports' else coalesce(r.game, ${pending}) end as code
  ) c
  left join games g on g.code = c.code`

/** The part of the bets that counts for rewards, in cents. */
export function countedBets(rows: readonly GameBets[]): Cents {
  return rows.reduce(
    (sum, { game, rtp, bets }) => add(sum, multiplyDown(cents(bets), countedFraction(edgeOf(game, rtp)))),
    ZERO,
  )
}
