import type { Db, Tx } from '../../db/client.ts'
import { isDistributed } from '../../db/distributed.ts'

/**
 * To be called, in the same transaction, after an order got the provider's number of its payment. Where players are spread over nodes, no
 * index compares the orders of two; a number that another player's order has is a unique violation, of the name of that index.
 */
export async function claimPaymentNumber(
  db: Db,
  tx: Tx,
  { userId, provider, payNo }: { userId: string; provider: string; payNo: string },
): Promise<void> {
  if (payNo !== '' && (await isDistributed(db)))
    await tx.query('select claim_payment($1, $2, $3)', [userId, provider, payNo])
}
