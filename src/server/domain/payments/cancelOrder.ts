import type { OrderStatus } from '#contract/statusCodes.ts'
import type { AppDeps } from '../../deps.ts'
import { Refusal } from '../../texts/refusal.ts'
import { settleOrder } from './charges.ts'
import { statusOf, type OrderRow } from './orders.ts'

/**
 * Cancels a pending order and returns its status. One that was already cancelled, failed or expired keeps its
 * status, so that the call may be repeated. Throws orderNotPending when it was paid, and notFound for another
 * player's order.
 */
export async function cancelOrder(deps: AppDeps, userId: string, orderId: string): Promise<OrderStatus> {
  const now = deps.clock.now()
  const row = await deps.db.tx(async (tx) => {
    const [order] = await tx.query<OrderRow>(
      'select * from orders where id = $1 and user_id = $2 for update',
      [orderId, userId],
    )
    if (!order) throw new Refusal('notFound')
    if (order.status === 'paid') throw new Refusal('orderNotPending')
    if (order.status !== 'pending') return order
    const status: OrderRow['status'] = order.expires_at <= now ? 'expired' : 'cancelled'
    await tx.query(`update orders set status = $3, charge_state = 'closing', closed_at = $4 where user_id = $1 and id = $2`, [
      userId,
      order.id,
      status,
      now,
    ])
    await deps.queue.add(tx, 'settleCharge', order.id, 15)
    return { ...order, status, charge_state: 'closing' as const }
  })
  // Usually at once, so that the payment page says so; else the job does it. A payment that arrives first is credited.
  if (row.status === 'cancelled')
    await settleOrder(deps, row).catch((error: unknown) =>
      deps.log.error(error, 'closing a charge at the provider failed'),
    )
  return statusOf(row, now)
}
