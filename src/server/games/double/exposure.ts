import { DOUBLE_MAX_EXPOSURE, doubleReturn, type DoubleColour } from '#contract/games/double.ts'
import { MAX_WIN } from '#contract/games/gameCodes.ts'
import type { Cents } from '#contract/money.ts'
import type { AppDeps } from '../../deps.ts'
import type { Tx } from '../../db/client.ts'
import { isRealSql } from '../../domain/accounts/testAccounts.ts'
import { Refusal } from '../../texts/refusal.ts'

/**
 * Adds a bet, which `tx` has just placed, to the exposure of its round. Throws exposureReached when the possible
 * payout on the colour would exceed the player's limit or, for real money, the house's limit.
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
  const [taken] = await tx.query<{ is_taken: boolean }>(
    `with bet as (select 1 where ${isRealSql('$5')}), updated as (
       insert into double_exposure as e (round, colour, payout) select $1::bigint, $2, $3::bigint from bet
       on conflict (round, colour) do update set payout = e.payout + excluded.payout
         where e.payout + excluded.payout <= $4 returning 1)
     select not exists (select from bet) or exists (select from updated) as is_taken`,
    [round, colour, doubleReturn(stake, colour), DOUBLE_MAX_EXPOSURE, userId],
  )
  if (!taken?.is_taken) throw new Refusal('exposureReached')
}

/** Deletes the exposure of a round that has been paid. */
export async function deleteExposure(deps: Pick<AppDeps, 'db'>, round: number): Promise<void> {
  await deps.db.write('delete from double_exposure where round = $1', [round])
}
