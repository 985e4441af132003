import type { Cents } from '#contract/money.ts'
import type { PaymentDeps } from '../../deps.ts'
import type { Tx } from '../../db/client.ts'
import type { Actor } from '../../ledger/ledger.ts'
import { freeWithdrawals } from './freeWithdrawals.ts'
import { freePrizes } from './suspendedPrizes.ts'

/**
 * Brings what is on its way out of the cash wallet, which `tx` has locked, back until it has `wanted`: withdrawals that nobody
 * has decided, which are refused with `refusal`, then suspended prizes, of which the rest stays suspended.
 */
export async function provideCash(
  deps: PaymentDeps,
  tx: Tx,
  request: {
    userId: string
    actor: Actor
    wanted: Cents
    refusal: 'resultCorrected' | 'depositReversed'
  },
): Promise<void> {
  await freeWithdrawals(deps, tx, request)
  const by = request.refusal === 'resultCorrected' ? 'correction' : 'reversal'
  await freePrizes(deps, tx, { ...request, by })
}
