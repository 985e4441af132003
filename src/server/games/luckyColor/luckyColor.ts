import {
  luckyColorCounted,
  luckyColorOutcome,
  luckyColorTotal,
  parseLuckyColor,
  settleLuckyColor,
} from '#contract/games/luckyColor.ts'
import { multiplierNumber } from '#contract/games/multiplier.ts'
import { add, type Cents, type WalletName } from '#contract/money.ts'
import { Refusal } from '../../texts/refusal.ts'
import { checkStake, type InstantBet } from '../rounds.ts'
import { roundFloats } from '../seeds.ts'

/** One digit for several stakes. Throws betInvalid, or the refusal of a stake or of their sum. */
export function luckyColorBet(bet: {
  wallet: WalletName
  stakes: { pick: string; amount: Cents }[]
}): InstantBet {
  const amounts = bet.stakes.map(({ amount }) => amount)
  for (const amount of [...amounts, add(...amounts)]) checkStake(amount)
  const parsed = parseLuckyColor({ stakes: bet.stakes.map(({ pick, amount }) => ({ pick, stake: amount })) })
  if (!parsed.ok) throw new Refusal(parsed.error)
  const { stakes } = parsed.value
  return {
    game: 'luckyColor',
    amount: luckyColorTotal(stakes),
    wallet: bet.wallet,
    params: { stakes },
    decide(seeds) {
      const outcome = luckyColorOutcome(roundFloats(seeds, 1))
      const { payout, multiplier, payouts } = settleLuckyColor(parsed.value, outcome)
      return {
        outcome: { ...outcome, payouts },
        payout,
        multiplier: multiplierNumber(multiplier),
        counted: luckyColorCounted(parsed.value),
      }
    },
  }
}
