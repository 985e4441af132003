import { languages, type LanguageCode } from '#contract/languages.ts'
import { formatAmount } from '#contract/moneyTexts.ts'
import { cents, type Cents } from '#contract/money.ts'
import { combinedOdds } from '#contract/rules/settlement.ts'
import { floorOf, rational, times } from '#contract/rational.ts'
import type { AppDeps } from '../deps.ts'
import type { Reader } from '../db/client.ts'
import { Refusal } from '../texts/refusal.ts'
import { marketOfKey } from './exposure.ts'
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
  const most = Math.min(...stakes, ...wins.map((win) => stakeThatWins(win, legs)))
  if (amount <= most) return
  const limit = (code: LanguageCode) => formatAmount(cents(most), languages[code])
  throw new Refusal('stakeTooHigh', { params: { limit } })
}

/** The highest stake, in cents, that wins no more than this beyond itself. */
function stakeThatWins(win: Cents, legs: readonly LegRow[]): number {
  const { numerator, denominator } = combinedOdds(legs.map(({ odds }) => odds))
  // At odds of 1 nothing can be won.
  if (numerator <= denominator) return Infinity
  return Number(
    floorOf(times(rational(win), { numerator: denominator, denominator: numerator - denominator })),
  )
}
