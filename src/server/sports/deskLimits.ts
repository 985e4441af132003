import { cents, type Cents } from '#contract/money.ts'
import type { AppDeps } from '../deps.ts'
import type { Reader } from '../db/client.ts'
import { marketOfKey } from './exposure.ts'
import { stakeRefusal, stakeThatWins } from './stakeThatWins.ts'
import type { LegRow } from './ticketRows.ts'

/** Limits of one player's tickets, in cents; null: none. */
export interface PlayerLimits {
  maxStake: Cents | null
  maxWin: Cents | null
}

export async function readPlayerLimits(db: Reader, userId: string): Promise<PlayerLimits> {
  const [limits] = await db.read<PlayerLimits>(
    'select max_stake as "maxStake", max_win as "maxWin" from desk_player_limits where user_id = $1',
    [userId],
  )
  return limits ?? { maxStake: null, maxWin: null }
}

/**
 * Throws stakeTooHigh, with the highest stake that is taken, when a ticket exceeds what the desk allows for one of its
 * markets or for the player.
 */
export function refuseBeyondDesk(
  { desk }: Pick<AppDeps, 'desk'>,
  { amount, legs, player }: { amount: Cents; legs: readonly LegRow[]; player: PlayerLimits },
): void {
  const terms = legs.map(({ match_id: id, sport, league, option_key }) =>
    desk.termsOf({ id, sport, league }, marketOfKey(option_key)),
  )
  const stakes = [player, ...terms].flatMap(({ maxStake }) => maxStake ?? [])
  const wins = [player, ...terms].flatMap(({ maxWin }) => maxWin ?? [])
  if (stakes.length === 0 && wins.length === 0) return
  const most = Math.min(
    ...stakes,
    ...wins.map((win) =>
      stakeThatWins(
        win,
        legs.map(({ odds }) => odds),
      ),
    ),
  )
  if (amount <= most) return
  throw stakeRefusal(cents(most))
}
