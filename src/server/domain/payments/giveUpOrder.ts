import type { AppDeps } from '../../deps.ts'
import type { Tx } from '../../db/client.ts'
import type { OrderRow } from './orders.ts'

/** Gives up an order whose charge has not been recorded, so that it does not keep the player from another one. */
export async function giveUp(
  deps: Pick<AppDeps, 'db' | 'clock' | 'queue'>,
  order: Pick<OrderRow, 'id' | 'user_id'>,
  chargeState: 'unknown' | 'closed',
): Promise<void> {
  await deps.db.tx((tx) => giveUpIn(deps, tx, order, chargeState))
}

/** `giveUp` as a part of `tx`. */
export async function giveUpIn(
  deps: Pick<AppDeps, 'clock' | 'queue'>,
  tx: Tx,
  order: Pick<OrderRow, 'id' | 'user_id'>,
  chargeState: 'unknown' | 'closed',
): Promise<void> {
  await tx.query(
    `update orders set status = 'failed', charge_state = $3, closed_at = $4, request_key = null, request_hash = null
      where user_id = $1 and id = $2 and status = 'created'`,
    [order.user_id, order.id, chargeState, deps.clock.now()],
  )
  if (chargeState === 'unknown') await deps.queue.add(tx, 'settleCharge', order.id, 5)
}
