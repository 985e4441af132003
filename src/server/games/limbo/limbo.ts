import { limboCounted, limboOutcome, parseLimbo, settleLimbo } from '#contract/games/limbo.ts'
import { multiplierNumber } from '#contract/games/multiplier.ts'
import type { Cents, WalletName } from '#contract/money.ts'
import { Refusal } from '../../texts/refusal.ts'
import { checkStake, type InstantBet } from '../rounds.ts'
import { roundFloats } from '../seeds.ts'

/** One round. Throws betInvalid, or the refusal of the stake. */
export function limboBet(bet: { amount: Cents; wallet: WalletName; target: number }): InstantBet {
  const parsed = parseLimbo(bet)
  if (!parsed.ok) throw new Refusal(parsed.error)
  checkStake(bet.amount)
  const { amount, wallet } = bet
  return {
    game: 'limbo',
    amount,
    wallet,
    params: { ...parsed.value },
    decide(seeds) {
      const outcome = limboOutcome(roundFloats(seeds, 1))
      const { won, payout, multiplier } = settleLimbo(amount, parsed.value, outcome)
      return {
        outcome: { ...outcome },
        payout,
        multiplier: won ? multiplierNumber(multiplier) : 0,
        counted: limboCounted(amount, parsed.value),
      }
    },
  }
}
