import { diceCounted, diceOutcome, parseDice, settleDice } from '#contract/games/dice.ts'
import { multiplierNumber } from '#contract/games/multiplier.ts'
import type { Cents, WalletName } from '#contract/money.ts'
import { Refusal } from '../../texts/refusal.ts'
import { checkStake, type InstantBet } from '../rounds.ts'
import { roundFloats } from '../seeds.ts'

/** One roll. Throws betInvalid, or the refusal of the stake. */
export function diceBet(bet: {
  amount: Cents
  wallet: WalletName
  direction: 'over' | 'under'
  chance: number
}): InstantBet {
  const parsed = parseDice(bet)
  if (!parsed.ok) throw new Refusal(parsed.error)
  checkStake(bet.amount)
  const { amount, wallet } = bet
  return {
    game: 'dice',
    amount,
    wallet,
    params: { ...parsed.value },
    decide(seeds) {
      const outcome = diceOutcome(roundFloats(seeds, 1))
      const { won, payout, multiplier } = settleDice(amount, parsed.value, outcome)
      return {
        outcome: { ...outcome },
        payout,
        multiplier: won ? multiplierNumber(multiplier) : 0,
        counted: diceCounted(amount, parsed.value),
      }
    },
  }
}
