import { randomUUID } from 'node:crypto'
import { ZERO } from '#contract/money.ts'
import type { AppDeps } from '../../deps.ts'
import type { Tx } from '../../db/client.ts'
import type { Actor } from '../../ledger/ledger.ts'
import { lockWallet } from '../../ledger/walletLock.ts'

/**
 * Ends what a player in a pause can no longer bet: the bonus wallet goes back to the house, no turnover keeps cash from
 * being withdrawn, and open offers end. Repeating it has no effect.
 */
export async function endBonuses(
  deps: Pick<AppDeps, 'clock' | 'ledger'>,
  tx: Tx,
  userId: string,
  actor: Actor,
): Promise<void> {
  await lockWallet(tx, userId)
  const now = deps.clock.now()
  await tx.query(
    'update multiplier_offers set expires_at = $2 where user_id = $1 and used_by is null and expires_at > $2',
    [userId, now],
  )
  await tx.query(
    'update users set pay_discount_expires_at = $2 where id = $1 and pay_discount_expires_at > $2',
    [userId, now],
  )
  const { bonus, turnoverLeft } = await deps.ledger.wallet(tx, userId)
  if (bonus === ZERO && turnoverLeft === ZERO) return
  await deps.ledger.endBonuses(tx, { userId, actor, refId: randomUUID(), bonus, turnover: turnoverLeft })
}
