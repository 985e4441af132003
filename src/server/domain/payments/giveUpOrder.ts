import type { AppDeps } from '../../deps.ts'
import type { Tx } from '../../db/client.ts'

/** Gives up an order whose charge has not been recorded, so that it does not keep the player from another one. */
export async function giveUp(
  deps: Pick<AppDeps, 'db' | 'clock' | 'queue'>,
  orderId: string,
  chargeState: 'unknown' | 'closed',
): Promise<void> {
  await deps.db.tx((tx) => giveUpIn(deps, tx, orderId, chargeState))
}

/** `giveUp` as a part of `tx`. */
export async function giveUpIn(
  deps: Pick<AppDeps, 'clock' | 'queue'>,
  tx: Tx,
  orderId: string,
  chargeState: 'unknown' | 'closed',
): Promise<void> {
  await tx.query(
    `update orders set status = 'failed', charge_state = $2, closed_at = $3, request_key = null, request_hash = null
      where id = $1 and status = 'created'`,
    [orderId, chargeState, deps.clock.now()],
  )
  if (chargeState === 'unknown') await deps.queue.add(tx, 'settleCharge', orderId, 5)
}
