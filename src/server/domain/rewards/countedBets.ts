import { add, cents, ZERO, type Cents } from '#contract/money.ts'
import type { Reader } from '../../db/client.ts'
import { originalGames } from '#contract/games/gameCodes.ts'
import { countedFraction, countedInGame, edgeOf, expectedLoss, FULL_EDGE } from '#contract/rules/gameEdge.ts'

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
    (sum, { game, rtp, bets }) => add(sum, countedInGame(cents(bets), edgeOf(game, rtp))),
    ZERO,
  )
}

/** What the bets lose on average, in cents. */
export function expectedLossOf(rows: readonly GameBets[]): Cents {
  return rows.reduce(
    (sum, { game, rtp, bets }) => add(sum, expectedLoss(cents(bets), edgeOf(game, rtp))),
    ZERO,
  )
}

/** Settled bets of a player by game, in the days (Brasília) from `from` to `to`, both included; without them, in all. */
export async function betsOf(
  db: Reader,
  userId: string,
  { from = null, to = null }: { from?: string | null; to?: string | null } = {},
): Promise<GameBets[]> {
  return db.read<GameBets>(
    `select d.game, g.rtp::float8 as rtp, sum(d.stakes)::bigint as bets
       from bet_days d left join games g on g.code = d.game
      where d.user_id = $1 and ($2::date is null or d.day >= $2) and ($3::date is null or d.day <= $3) group by 1, 2`,
    [userId, from, to],
  )
}

const ownFractions = [...originalGames, 'sports']
  .map((game) => `when '${game}' then ${countedFraction(edgeOf(game, null))}`)
  .join(' ')

/** SQL: the same for all bets of the player in the column `id`, for comparing many players. */
export function countedSql(id: string): string {
  return `(select coalesce(sum(floor(d.stakes * case d.game ${ownFractions}
      else least(1, greatest(0, 1 - coalesce(g.rtp, 1 - ${edgeOf('', null)})) / ${FULL_EDGE}) end)), 0)
    from bet_days d left join games g on g.code = d.game where d.user_id = ${id})`
}

/** The part of those bets that counts for rewards, in cents. */
export async function countedSince(
  db: Reader,
  userId: string,
  days: { from?: string; to?: string },
): Promise<Cents> {
  return countedBets(await betsOf(db, userId, days))
}
