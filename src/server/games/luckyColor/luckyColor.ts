import {
  luckyColorCounted,
  luckyColorOutcome,
  luckyColorTotal,
  parseLuckyColor,
  settleLuckyColor,
} from '#contract/games/luckyColor.ts'
import { multiplierNumber } from '#contract/games/multiplier.ts'
import { add, type Cents, type WalletName } from '#contract/money.ts'
import type { AppDeps } from '../../deps.ts'
import type { Tx } from '../../db/client.ts'
import { Refusal } from '../../errors.ts'
import type { RoundRow } from '../roundRows.ts'
import { checkStake, playInstant } from '../rounds.ts'
import { roundFloats } from '../seeds.ts'

/**
 * Draws one digit for several stakes. Throws betInvalid, stake refusals (for each stake and for their sum),
 * or insufficientFunds.
 */
export async function playLuckyColor(
  deps: AppDeps,
  tx: Tx,
  bet: { userId: string; wallet: WalletName; stakes: { pick: string; amount: Cents }[] },
): Promise<RoundRow> {
  const amounts = bet.stakes.map(({ amount }) => amount)
  for (const amount of [...amounts, add(...amounts)]) checkStake(amount)
  const parsed = parseLuckyColor({ stakes: bet.stakes.map(({ pick, amount }) => ({ pick, stake: amount })) })
  if (!parsed.ok) throw new Refusal(parsed.error)
  const { stakes } = parsed.value
  const stake = {
    userId: bet.userId,
    game: 'luckyColor' as const,
    amount: luckyColorTotal(stakes),
    wallet: bet.wallet,
  }
  return playInstant(deps, tx, stake, { stakes }, (seeds) => {
    const outcome = luckyColorOutcome(roundFloats(seeds, 1))
    const { payout, multiplier, payouts } = settleLuckyColor(parsed.value, outcome)
    return {
      outcome: { ...outcome, payouts },
      payout,
      multiplier: multiplierNumber(multiplier),
      counted: luckyColorCounted(parsed.value),
    }
  })
}
