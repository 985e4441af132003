import type { Cents } from '#contract/money.ts'
import type { RefusalCode } from '#contract/rules/withdrawalDecision.ts'
import type { PaymentDeps } from '../../deps.ts'
import type { Tx } from '../../db/client.ts'
import type { Actor } from '../../ledger/ledger.ts'
import { giveMoneyBack, type WithdrawalRow } from './withdrawalRows.ts'

/**
 * Refuses withdrawals that nobody has decided, the newest first, until the cash wallet, which `tx` has locked, has `wanted`.
 * The player is told why.
 */
export async function freeWithdrawals(
  deps: Pick<PaymentDeps, 'clock' | 'config' | 'queue' | 'ledger' | 'bus'>,
  tx: Tx,
  { userId, actor, wanted, refusal }: { userId: string; actor: Actor; wanted: Cents; refusal: RefusalCode },
): Promise<void> {
  if ((await deps.ledger.wallet(tx, userId)).cash >= wanted) return
  const rows = await tx.query<WithdrawalRow>(
    `select id, user_id, amount, fee, status, review from withdrawals
      where user_id = $1 and status in ('requested', 'inReview') order by created_at desc, id for update`,
    [userId],
  )
  for (const row of rows) {
    if ((await deps.ledger.wallet(tx, userId)).cash >= wanted) return
    await tx.query(
      `update withdrawals set status = 'refused', decided_at = $3, refusal = $4 where user_id = $1 and id = $2`,
      [userId, row.id, deps.clock.now(), refusal],
    )
    await giveMoneyBack(deps, tx, row, { actor, refusal })
  }
}
