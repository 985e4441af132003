import { limboCounted, limboOutcome, parseLimbo, settleLimbo } from '#contract/games/limbo.ts'
import { multiplierNumber } from '#contract/games/multiplier.ts'
import type { Cents, WalletName } from '#contract/money.ts'
import type { AppDeps } from '../../deps.ts'
import type { Tx } from '../../db/client.ts'
import { Refusal } from '../../errors.ts'
import type { RoundRow } from '../roundRows.ts'
import { playInstant } from '../rounds.ts'
import { roundFloats } from '../seeds.ts'

/** Plays one round. Throws betInvalid, stake refusals, or insufficientFunds. */
export async function playLimbo(
  deps: AppDeps,
  tx: Tx,
  bet: { userId: string; amount: Cents; wallet: WalletName; target: number },
): Promise<RoundRow> {
  const parsed = parseLimbo(bet)
  if (!parsed.ok) throw new Refusal(parsed.error)
  return playInstant(deps, tx, { ...bet, game: 'limbo' }, { ...parsed.value }, (seeds) => {
    const outcome = limboOutcome(roundFloats(seeds, 1))
    const { won, payout, multiplier } = settleLimbo(bet.amount, parsed.value, outcome)
    return {
      outcome: { ...outcome },
      payout,
      multiplier: won ? multiplierNumber(multiplier) : 0,
      counted: limboCounted(bet.amount, parsed.value),
    }
  })
}
