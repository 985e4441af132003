import { randomUUID } from 'node:crypto'
import type { DepositOrder } from '#contract/http/order.ts'
import { toWireOrder } from '#contract/http/orderResponses.ts'
import type { LanguageCode } from '#contract/languages.ts'
import { cents, subtract, ZERO, type Cents } from '#contract/money.ts'
import { amountToPay } from '#contract/rules/discount.ts'
import { paymentLifetimeMs } from '#contract/rules/paymentExpiry.ts'
import { OrderStatus } from '#contract/statusCodes.ts'
import type { AppDeps } from '../../deps.ts'
import type { Reader, Tx } from '../../db/client.ts'
import { Refusal } from '../../texts/refusal.ts'
import { profileOf } from '../../config/jurisdictions.ts'
import { readIdentity } from '../accounts/kyc.ts'
import { discountOf } from '../accounts/users.ts'
import { refuseDeposit } from '../protection/limits.ts'
import { bonusFor } from './eligibility.ts'
import { findPackage, turnoverRuleOf } from './packages.ts'

type State = 'pending' | 'paid' | 'cancelled' | 'failed' | 'expired'

export interface OrderRow {
  id: string
  user_id: string
  package_id: string
  pay_no: string
  provider: string
  url: string
  principal: number
  bonus: number
  discount: number
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
}

interface Buyer {
  kyc: number
  test_flag: boolean
  excluded_until: Date | null
  pay_discount: number | null
  pay_discount_expires_at: Date | null
}

/**
 * Opens an order for a package and registers the payment with the provider. A player has one pending order at
 * a time: Refusal('orderPending') contains it. Also throws packageUnknown, offerUnavailable, bonusUsed, kycRequired,
 * excluded, limitReached, limitsMissing, forbidden (a test account with a real provider) and paymentProviderDown.
 */
export async function openOrder(
  deps: AppDeps,
  tx: Tx,
  request: { userId: string; packageId: string; withGift: boolean; isApp: boolean; language: LanguageCode },
): Promise<DepositOrder> {
  const now = deps.clock.now()
  const buyer = await readBuyer(tx, request.userId)
  if (buyer.excluded_until && buyer.excluded_until > now) throw new Refusal('excluded')
  if (buyer.kyc !== 1) throw new Refusal('kycRequired')
  if (buyer.test_flag && deps.provider.name !== 'sandbox') throw new Refusal('forbidden')
  const offer = await findPackage(tx, request.packageId)
  if (!offer || offer.price <= ZERO) throw new Refusal('packageUnknown')
  await refuseDeposit(deps, tx, request.userId, offer.price)
  await expireOverdue(tx, request.userId, now)

  const rule = turnoverRuleOf(offer.kind)
  const hasBonus = await allowsBonus(deps, tx, request.userId)
  const isWanted = request.withGift && hasBonus
  const { bonus, offerId } = await bonusFor(deps, tx, request.userId, offer, isWanted)
  const id = randomUUID()
  const expiresAt = new Date(now.getTime() + paymentLifetimeMs)
  const amount = amountToPay(offer.price, discountOf(buyer), now)
  const inserted = await tx.query(
    `insert into orders (id, user_id, package_id, provider, principal, bonus, discount, waive_promotions,
       offer, is_app, created_at, expires_at, offer_id)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)
     on conflict (user_id) where status = 'pending' do nothing returning id`,
    [
      id,
      request.userId,
      offer.id,
      deps.provider.name,
      offer.price,
      // The multiplier prompt has no gift flag: its packages always include the bonus.
      isWanted || (hasBonus && rule === 'bonusMultiplier') ? bonus : 0,
      subtract(offer.price, amount),
      !request.withGift,
      rule,
      request.isApp,
      now,
      expiresAt,
      offerId,
    ],
  )
  if (inserted.length === 0) await refusePending(deps, tx, request.userId)

  const { payNo, url } = await deps.provider.charge(
    {
      orderId: id,
      amount,
      expiresAt,
      returnUrl: `${deps.config.publicUrl}/paySuccess?order=${id}`,
      payer: (await readIdentity(deps, tx, request.userId)) ?? { name: '', cpf: '' },
      methods: profileOf(deps).paymentMethods,
      language: request.language,
    },
    tx,
  )
  const [row] = await tx.query<OrderRow>(
    'update orders set pay_no = $2, url = $3 where id = $1 returning *',
    [id, payNo, url],
  )
  if (!row) throw new Error(`order ${id} not found after insert`)
  return presentOrder(row, now)
}

/**
 * Whether a deposit may include a bonus: some jurisdictions forbid it on the first deposit. Without a player,
 * it is treated as the first deposit.
 */
export async function allowsBonus(
  deps: Pick<AppDeps, 'config'>,
  db: Reader,
  userId: string | undefined,
): Promise<boolean> {
  if (profileOf(deps).firstDepositBonus) return true
  const [wallet] = await db.read<{ deposit_sum: number }>(
    'select deposit_sum from wallets where user_id = $1',
    [userId ?? null],
  )
  return (wallet?.deposit_sum ?? 0) > 0
}

/** The status of a player's order. Throws notFound for another player's order. */
export async function orderStatus(deps: AppDeps, userId: string, orderId: string): Promise<OrderStatus> {
  const rows = await deps.db.read<OrderRow>('select * from orders where id = $1 and user_id = $2', [
    orderId,
    userId,
  ])
  if (!rows[0]) throw new Refusal('notFound')
  return statusOf(rows[0], deps.clock.now())
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

/** One order of a player; `last` is the newest paid one. Throws notFound when there is none. */
export async function findOrder(deps: AppDeps, userId: string, orderId: string): Promise<DepositOrder> {
  const rows =
    orderId === 'last'
      ? await deps.db.read<OrderRow>(
          `select * from orders where user_id = $1 and status = 'paid' order by paid_at desc, id desc limit 1`,
          [userId],
        )
      : await deps.db.read<OrderRow>('select * from orders where id = $1 and user_id = $2', [orderId, userId])
  if (!rows[0]) throw new Refusal('notFound')
  return presentOrder(rows[0], deps.clock.now())
}

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
    const status: State = order.expires_at <= now ? 'expired' : 'cancelled'
    await closeOrder(tx, order.id, status, now)
    return { ...order, status }
  })
  // If this fails, a payment that still arrives is credited (payments.ts).
  if (row.status === 'cancelled')
    await deps.provider
      .cancel(row.pay_no)
      .catch((error: unknown) => deps.log.error(error, 'cancelling a payment at the provider failed'))
  return statusOf(row, now)
}

/** Expires overdue orders; returns their number. Safe to run in every process. */
export async function expireOrders(deps: Pick<AppDeps, 'db' | 'clock'>): Promise<number> {
  const now = deps.clock.now()
  const rows = await deps.db.write(
    `update orders set status = 'expired', closed_at = $1 where id in (
       select id from orders where status = 'pending' and expires_at <= $1
       order by expires_at limit 200 for update skip locked) returning id`,
    [now],
  )
  return rows.length
}

export async function closeOrder(tx: Tx, id: string, status: State, now: Date): Promise<void> {
  await tx.query('update orders set status = $2, closed_at = $3 where id = $1', [id, status, now])
}

/** The amount that the payer pays for an order, in cents. */
export function payable(row: Pick<OrderRow, 'principal' | 'discount'>): Cents {
  return cents(row.principal - row.discount)
}

const codes: Record<State, OrderStatus> = {
  pending: OrderStatus.pending,
  paid: OrderStatus.paid,
  cancelled: OrderStatus.cancelled,
  expired: OrderStatus.cancelled,
  failed: OrderStatus.failed,
}

/**
 * An order's status as the client sees it: an overdue order counts as cancelled, even before the expiry job
 * has run.
 */
export function statusOf(row: Pick<OrderRow, 'status' | 'expires_at'>, now: Date): OrderStatus {
  const isOverdue = row.status === 'pending' && row.expires_at <= now
  return codes[isOverdue ? 'expired' : row.status]
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

async function readBuyer(tx: Tx, userId: string): Promise<Buyer> {
  const [buyer] = await tx.query<Buyer>(
    `select kyc, test_flag, excluded_until, pay_discount, pay_discount_expires_at from users where id = $1`,
    [userId],
  )
  if (!buyer) throw new Refusal('loggedOut')
  return buyer
}

/** The unique index counts an overdue order as pending until it is expired. */
async function expireOverdue(tx: Tx, userId: string, now: Date): Promise<void> {
  await tx.query(
    `update orders set status = 'expired', closed_at = $2
      where user_id = $1 and status = 'pending' and expires_at <= $2`,
    [userId, now],
  )
}

async function refusePending(deps: AppDeps, tx: Tx, userId: string): Promise<never> {
  const order = await pendingOrder(deps, tx, userId)
  throw new Refusal('orderPending', { data: order && toWireOrder(order) })
}
