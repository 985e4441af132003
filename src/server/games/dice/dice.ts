import { diceCounted, diceOutcome, parseDice, settleDice } from '#contract/games/dice.ts'
import { multiplierNumber } from '#contract/games/multiplier.ts'
import type { Cents, WalletName } from '#contract/money.ts'
import type { AppDeps } from '../../deps.ts'
import type { Tx } from '../../db/client.ts'
import { Refusal } from '../../errors.ts'
import type { RoundRow } from '../roundRows.ts'
import { playInstant } from '../rounds.ts'
import { roundFloats } from '../seeds.ts'

/** Plays one roll. Throws betInvalid, stake refusals, or insufficientFunds. */
export async function playDice(
  deps: AppDeps,
  tx: Tx,
  bet: { userId: string; amount: Cents; wallet: WalletName; direction: 'over' | 'under'; chance: number },
): Promise<RoundRow> {
  const parsed = parseDice(bet)
  if (!parsed.ok) throw new Refusal(parsed.error)
  return playInstant(deps, tx, { ...bet, game: 'dice' }, { ...parsed.value }, (seeds) => {
    const outcome = diceOutcome(roundFloats(seeds, 1))
    const { won, payout, multiplier } = settleDice(bet.amount, parsed.value, outcome)
    return {
      outcome: { ...outcome },
      payout,
      multiplier: won ? multiplierNumber(multiplier) : 0,
      counted: diceCounted(bet.amount, parsed.value),
    }
  })
}
