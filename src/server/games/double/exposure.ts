import { DOUBLE_MAX_EXPOSURE, doubleReturn, type DoubleColour } from '#contract/games/double.ts'
import { MAX_WIN } from '#contract/games/gameCodes.ts'
import type { Cents } from '#contract/money.ts'
import type { AppDeps } from '../../deps.ts'
import type { Tx } from '../../db/client.ts'
import { Refusal } from '../../texts/refusal.ts'

/**
 * Adds a bet, which `tx` has just placed, to the exposure of its round. Throws exposureReached when the possible
 * payout on the colour would exceed the player's limit or the house's limit.
 */
export async function addExposure(
  tx: Tx,
  bet: { userId: string; round: number; colour: DoubleColour; stake: Cents },
): Promise<void> {
  const { userId, round, colour, stake } = bet
  // Holding the stake has locked the player's wallet, so no other bet of this player is in progress.
  const [playerBets] = await tx.query<{ stakes: number }>(
    `select sum(stake)::bigint as stakes from game_rounds
      where double_round = $1 and user_id = $2 and params ->> 'colour' = $3`,
    [round, userId, colour],
  )
  if (doubleReturn((playerBets?.stakes ?? 0) as Cents, colour) > MAX_WIN) throw new Refusal('exposureReached')
  const updated = await tx.query(
    `insert into double_exposure as e (round, colour, payout) values ($1, $2, $3)
     on conflict (round, colour) do update set payout = e.payout + excluded.payout
       where e.payout + excluded.payout <= $4 returning 1 as updated`,
    [round, colour, doubleReturn(stake, colour), DOUBLE_MAX_EXPOSURE],
  )
  if (updated.length === 0) throw new Refusal('exposureReached')
}

/** Deletes the exposure of a round that has been paid. */
export async function deleteExposure(deps: Pick<AppDeps, 'db'>, round: number): Promise<void> {
  await deps.db.write('delete from double_exposure where round = $1', [round])
}
