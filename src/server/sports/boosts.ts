import { formatAmount } from '#contract/moneyTexts.ts'
import { languages } from '#contract/languages.ts'
import { cents, type Cents } from '#contract/money.ts'
import { ticketLimits } from '#contract/rules/sports.ts'
import { BetState } from '#contract/statusCodes.ts'
import type { Tx } from '../db/client.ts'
import { Refusal } from '../texts/refusal.ts'
import type { PricedLeg } from './slip.ts'

/**
 * Throws boostLimit when a player's stakes on one boosted price would exceed the limit. The caller has locked the wallet,
 * so that concurrent bets see each other.
 */
export async function refuseBeyondBoost(
  tx: Tx,
  { userId, amount }: { userId: string; amount: Cents },
  legs: readonly PricedLeg[],
): Promise<void> {
  const boosted = legs.find(({ boostedFrom }) => boostedFrom !== null)
  if (!boosted) return
  const [row] = await tx.query<{ staked: number }>(
    `select coalesce(sum(t.stake + t.cashed_stake), 0)::bigint as staked
       from ticket_legs l join tickets t on t.id = l.ticket_id and t.user_id = l.user_id
       where l.user_id = $1 and l.match_id = $2 and l.option_key = $3 and l.boosted_from is not null
         and t.state <> $4`,
    [userId, boosted.matchId, boosted.key, BetState.exception],
  )
  const left = ticketLimits.maxBoostedStake - Number(row?.staked ?? 0)
  if (amount <= left) return
  const limit = (code: keyof typeof languages) => formatAmount(ticketLimits.maxBoostedStake, languages[code])
  const rest = (code: keyof typeof languages) => formatAmount(cents(Math.max(0, left)), languages[code])
  throw new Refusal('boostLimit', { params: { limit, rest } })
}
