import type { DepositOrder } from '#contract/http/order.ts'
import { cents, type Cents } from '#contract/money.ts'
import { OrderStatus } from '#contract/statusCodes.ts'
import type { AppDeps } from '../../deps.ts'
import type { Reader, Tx } from '../../db/client.ts'
import { Refusal } from '../../texts/refusal.ts'

type State = 'created' | 'pending' | 'paid' | 'cancelled' | 'failed' | 'expired'

export interface OrderRow {
  id: string
  user_id: string
  package_id: string
  pay_no: string
  provider: string
  url: string
  principal: number
  bonus: number
  /** The part of the principal that the house pays; only in orders of versions that credited it to cash. */
  discount: number
  /** The part of the bonus that is the discount. */
  discount_bonus: number
  status: State
  waive_promotions: boolean
  offer: 'deposit' | 'bonusMultiplier'
  /** The stored offer of the bonus-multiplier prompt. */
  offer_id: string | null
  created_at: Date
  expires_at: Date
  paid_at: Date | null
  /** Why a payment was sent back; null for all others. */
  refusal: 'payerMismatch' | 'accountClosed' | null
  refunded_at: Date | null
  charge_state: 'asked' | 'open' | 'unknown' | 'closing' | 'closed'
  asked_at: Date
}

/** The status of a player's order, and whether its time to pay is over. Throws notFound for another player's order. */
export async function orderStatus(
  deps: AppDeps,
  userId: string,
  orderId: string,
): Promise<{ status: OrderStatus; isExpired: boolean }> {
  const rows = await deps.db.read<OrderRow>('select * from orders where id = $1 and user_id = $2', [
    orderId,
    userId,
  ])
  if (!rows[0]) throw new Refusal('notFound')
  const now = deps.clock.now()
  return { status: statusOf(rows[0], now), isExpired: stateOf(rows[0], now) === 'expired' }
}

/** The player's pending order, or null. */
export async function pendingOrder(
  deps: Pick<AppDeps, 'clock'>,
  db: Reader,
  userId: string,
): Promise<DepositOrder | null> {
  const now = deps.clock.now()
  const rows = await db.read<OrderRow>(
    `select * from orders where user_id = $1 and status = 'pending' and expires_at > $2`,
    [userId, now],
  )
  return rows[0] ? presentOrder(rows[0], now) : null
}

/** What the player may still pay for an order that is being opened or waits, as the deposit limit counts it. */
export async function openPrincipal(
  { clock }: Pick<AppDeps, 'clock'>,
  db: Reader,
  userId: string,
): Promise<Cents> {
  const [row] = await db.read<{ principal: number }>(
    `select principal from orders where user_id = $1 and (status = 'created' or status = 'pending' and expires_at > $2)`,
    [userId, clock.now()],
  )
  return cents(row?.principal ?? 0)
}

/** One order of a player. Throws notFound when there is none. */
export async function findOrder(deps: AppDeps, userId: string, orderId: string): Promise<DepositOrder> {
  const [row] = await deps.db.read<OrderRow>('select * from orders where id = $1 and user_id = $2', [
    orderId,
    userId,
  ])
  if (!row) throw new Refusal('notFound')
  return presentOrder(row, deps.clock.now())
}

/** The newest order of a player, whatever has become of it. */
export async function findLastOrder(deps: AppDeps, userId: string): Promise<DepositOrder | null> {
  const [row] = await deps.db.read<OrderRow>(
    `select * from orders where user_id = $1 and status <> 'created' order by created_at desc, id limit 1`,
    [userId],
  )
  return row ? presentOrder(row, deps.clock.now()) : null
}

const overdueSql = `status = 'pending' and expires_at <= $1`
/** Whether there are orders for {@link expireOrders}; `$1`: now. */
export const overdueOrdersSql = `exists (select from orders where ${overdueSql})`

/** How many orders expire in one run, each in a transaction of its own. */
const expiredAtOnce = 200

/**
 * Expires overdue orders; returns their number. A job then asks the provider, because a payment may have arrived whose
 * notification has not. One that fails does not keep the others. Safe to run in every process.
 */
export async function expireOrders(
  deps: Pick<AppDeps, 'db' | 'clock' | 'queue' | 'failedRows'>,
  signal: AbortSignal,
): Promise<number> {
  const now = deps.clock.now()
  const failed = deps.failedRows.of('expireOrders')
  const overdue = await deps.db.read<{ id: string; user_id: string }>(
    `select id, user_id from orders where ${overdueSql} and id <> all($2)
      order by expires_at limit ${expiredAtOnce}`,
    [now, failed.idsAt(now)],
  )
  let expired = 0
  await failed.workOff(overdue, { now, signal }, async (order) => {
    expired += await expireOrder(deps, order, now)
  })
  return expired
}

/** Expires an order, unless another transaction has locked it; returns how many it was. */
function expireOrder(
  deps: Pick<AppDeps, 'db' | 'queue'>,
  order: Pick<OrderRow, 'id' | 'user_id'>,
  now: Date,
): Promise<number> {
  return deps.db.tx(async (tx) => {
    const rows = await tx.query(
      `update orders set status = 'expired', charge_state = 'closing', closed_at = $3 where user_id = $1 and id in (
         select id from orders where user_id = $1 and id = $2 and status = 'pending' and expires_at <= $3
         for update skip locked) returning id`,
      [order.user_id, order.id, now],
    )
    if (rows.length > 0) await deps.queue.add(tx, 'settleCharge', order.id)
    return rows.length
  })
}

export async function closeOrder(
  tx: Tx,
  { id, user_id: userId }: Pick<OrderRow, 'id' | 'user_id'>,
  status: State,
  now: Date,
): Promise<void> {
  await tx.query('update orders set status = $3, closed_at = $4 where user_id = $1 and id = $2', [
    userId,
    id,
    status,
    now,
  ])
}

/** The amount that the payer pays for an order, in cents. */
export function payable(row: Pick<OrderRow, 'principal' | 'discount'>): Cents {
  return cents(row.principal - row.discount)
}

const codes: Record<State, OrderStatus> = {
  created: OrderStatus.pending,
  pending: OrderStatus.pending,
  paid: OrderStatus.paid,
  cancelled: OrderStatus.cancelled,
  expired: OrderStatus.cancelled,
  failed: OrderStatus.failed,
}

/** An order's state: an overdue one has expired, even before the expiry job has run. */
export function stateOf(row: Pick<OrderRow, 'status' | 'expires_at'>, now: Date): State {
  return row.status === 'pending' && row.expires_at <= now ? 'expired' : row.status
}

/** An order's status as the client sees it: one that has expired counts as cancelled. */
export function statusOf(row: Pick<OrderRow, 'status' | 'expires_at'>, now: Date): OrderStatus {
  return codes[stateOf(row, now)]
}

export function presentOrder(row: OrderRow, now: Date): DepositOrder {
  return {
    id: row.id,
    paymentNumber: row.pay_no,
    url: row.url,
    amount: payable(row),
    bonus: cents(row.bonus),
    status: statusOf(row, now),
    createdAt: row.created_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
    paidAt: row.paid_at?.toISOString() ?? null,
  }
}

/** Expires the player's overdue order, which would otherwise still count as pending. */
export async function expireOverdue(
  deps: Pick<AppDeps, 'clock' | 'queue'>,
  tx: Tx,
  userId: string,
): Promise<void> {
  const rows = await tx.query<{ id: string }>(
    `update orders set status = 'expired', charge_state = 'closing', closed_at = $2
      where user_id = $1 and status = 'pending' and expires_at <= $2 returning id`,
    [userId, deps.clock.now()],
  )
  for (const { id } of rows) await deps.queue.add(tx, 'settleCharge', id)
}
