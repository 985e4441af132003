import { DOUBLE_MAX_EXPOSURE, doubleReturn, type DoubleColour } from '#contract/games/double.ts'
import { MAX_WIN } from '#contract/games/gameCodes.ts'
import type { Cents } from '#contract/money.ts'
import type { AppDeps } from '../../app.ts'
import type { Tx } from '../../db/client.ts'
import { Refusal } from '../../errors.ts'

/**
 * Adds a bet, which `tx` has just placed, to what its round may cost. exposureReached when all bets of the player on
 * the colour could pay more than one round pays, or those of all players more than the house stakes on it.
 */
export async function takeExposure(
  tx: Tx,
  bet: { userId: string; round: number; colour: DoubleColour; stake: Cents },
): Promise<void> {
  const { userId, round, colour, stake } = bet
  // The player's wallet is locked by the stake: no other bet of his is under way.
  const [own] = await tx.query<{ stakes: number }>(
    `select sum(stake)::bigint as stakes from game_rounds
      where double_round = $1 and user_id = $2 and params ->> 'colour' = $3`,
    [round, userId, colour],
  )
  if (doubleReturn((own?.stakes ?? 0) as Cents, colour) > MAX_WIN) throw new Refusal('exposureReached')
  const taken = await tx.query(
    `insert into double_exposure as e (round, colour, payout) values ($1, $2, $3)
     on conflict (round, colour) do update set payout = e.payout + excluded.payout
       where e.payout + excluded.payout <= $4 returning 1 as taken`,
    [round, colour, doubleReturn(stake, colour), DOUBLE_MAX_EXPOSURE],
  )
  if (taken.length === 0) throw new Refusal('exposureReached')
}

/** The round is paid. */
export async function forgetExposure(deps: Pick<AppDeps, 'db'>, round: number): Promise<void> {
  await deps.db.query('delete from double_exposure where round = $1', [round])
}
