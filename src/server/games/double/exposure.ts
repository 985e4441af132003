import { DOUBLE_MAX_EXPOSURE, doubleReturn, type DoubleColour } from '#contract/games/double.ts'
import { MAX_WIN } from '#contract/games/gameCodes.ts'
import type { Cents } from '#contract/money.ts'
import type { AppDeps } from '../../deps.ts'
import type { Tx } from '../../db/client.ts'
import { Refusal } from '../../errors.ts'

/**
 * Adds a bet, which `tx` has just placed, to the exposure of its round. Throws exposureReached when all bets of
 * the player on the colour could pay more than one round may pay, or those of all players more than the house
 * risks on it.
 */
export async function addExposure(
  tx: Tx,
  bet: { userId: string; round: number; colour: DoubleColour; stake: Cents },
): Promise<void> {
  const { userId, round, colour, stake } = bet
  // The stake has locked the player's wallet, so no other bet of this player runs now.
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

/** Deletes the exposure of a round that has been paid. */
export async function deleteExposure(deps: Pick<AppDeps, 'db'>, round: number): Promise<void> {
  await deps.db.query('delete from double_exposure where round = $1', [round])
}
