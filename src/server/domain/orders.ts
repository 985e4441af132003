import { randomUUID } from 'node:crypto'
import type { DepositOrder } from '#contract/http/order.ts'
import { toWireOrder } from '#contract/http/orderAnswers.ts'
import type { LanguageCode } from '#contract/languages.ts'
import { cents, multiplyDown, subtract, ZERO, type Cents } from '#contract/money.ts'
import { OrderStatus } from '#contract/statusCodes.ts'
import type { AppDeps } from '../app.ts'
import type { Db, Tx } from '../db/client.ts'
import { Refusal } from '../errors.ts'
import { profileOf } from '../jurisdictions.ts'
import { readIdentity } from './kyc.ts'
import { refuseDeposit } from './limits.ts'
import { findPackage, turnoverRuleOf } from './packages.ts'

/** An order is payable for 30 minutes (spec §9). */
export const orderLifetimeMs = 30 * 60_000

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
  created_at: Date
  expires_at: Date
  paid_at: Date | null
  /** Why a payment was not taken; null for all others. */
  refusal: 'payerMismatch' | null
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
 * Opens an order for a package and registers the payment with the provider. A player has one pending order
 * at a time: `orderPending` carries it. Other refusals: packageUnknown, kycRequired, excluded, forbidden (a
 * test account and a real provider), paymentProviderDown.
 */
export async function openOrder(
  deps: AppDeps,
  tx: Tx,
  wish: { userId: string; packageId: string; withGift: boolean; isApp: boolean; language: LanguageCode },
): Promise<DepositOrder> {
  const now = deps.clock.now()
  const buyer = await readBuyer(tx, wish.userId)
  if (buyer.excluded_until && buyer.excluded_until > now) throw new Refusal('excluded')
  if (buyer.kyc !== 1) throw new Refusal('kycRequired')
  if (buyer.test_flag && deps.provider.name !== 'sandbox') throw new Refusal('forbidden')
  const offer = await findPackage(tx, wish.packageId)
  if (!offer || offer.price <= ZERO) throw new Refusal('packageUnknown')
  await refuseDeposit(deps, tx, wish.userId, offer.price)
  await closeStale(tx, wish.userId, now)

  const rule = turnoverRuleOf(offer.kind)
  const hasBonus = await allowsBonus(deps, tx, wish.userId)
  const id = randomUUID()
  const expiresAt = new Date(now.getTime() + orderLifetimeMs)
  const discount = discountOf(buyer, offer.price, now)
  const inserted = await tx.query(
    `insert into orders (id, user_id, package_id, provider, principal, bonus, discount, waive_promotions,
       offer, is_app, created_at, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
     on conflict (user_id) where status = 'pending' do nothing returning id`,
    [
      id,
      wish.userId,
      offer.id,
      deps.provider.name,
      offer.price,
      // The multiplier prompt asks without a gift (spec §7): what it sells is the multiplied bonus itself.
      (wish.withGift || rule === 'bonusMultiplier') && hasBonus ? offer.bonus : 0,
      discount,
      !wish.withGift,
      rule,
      wish.isApp,
      now,
      expiresAt,
    ],
  )
  if (inserted.length === 0) await refusePending(deps, tx, wish.userId)

  const { payNo, url } = await deps.provider.charge(
    {
      orderId: id,
      amount: subtract(offer.price, discount),
      expiresAt,
      returnUrl: `${deps.config.publicUrl}/paySuccess?order=${id}`,
      payer: (await readIdentity(deps, tx, wish.userId)) ?? { name: '', cpf: '' },
      methods: profileOf(deps).paymentMethods,
      language: wish.language,
    },
    tx,
  )
  const [row] = await tx.query<OrderRow>(
    'update orders set pay_no = $2, url = $3 where id = $1 returning *',
    [id, payNo, url],
  )
  if (!row) throw new Error(`order ${id} is gone`)
  return presentOrder(row, now)
}

/** Some jurisdictions know no bonus on the first deposit. Without a player it is the first. */
export async function allowsBonus(
  deps: Pick<AppDeps, 'config'>,
  on: Db | Tx,
  userId: string | undefined,
): Promise<boolean> {
  if (profileOf(deps).firstDepositBonus) return true
  const [wallet] = await on.query<{ deposit_sum: number }>(
    'select deposit_sum from wallets where user_id = $1',
    [userId ?? null],
  )
  return (wallet?.deposit_sum ?? 0) > 0
}

/** The wire's status of a player's order; notFound for another player's. */
export async function orderStatus(deps: AppDeps, userId: string, orderId: string): Promise<OrderStatus> {
  const rows = await deps.db.query<OrderRow>('select * from orders where id = $1 and user_id = $2', [
    orderId,
    userId,
  ])
  if (!rows[0]) throw new Refusal('notFound')
  return statusOf(rows[0], deps.clock.now())
}

/** The order that waits for its payment, or null. */
export async function pendingOrder(
  deps: Pick<AppDeps, 'clock'>,
  on: Db | Tx,
  userId: string,
): Promise<DepositOrder | null> {
  const now = deps.clock.now()
  const rows = await on.query<OrderRow>(
    `select * from orders where user_id = $1 and status = 'pending' and expires_at > $2`,
    [userId, now],
  )
  return rows[0] ? presentOrder(rows[0], now) : null
}

/** One order of a player; `last` is the newest paid one. notFound when there is none. */
export async function findOrder(deps: AppDeps, userId: string, orderId: string): Promise<DepositOrder> {
  const rows =
    orderId === 'last'
      ? await deps.db.query<OrderRow>(
          `select * from orders where user_id = $1 and status = 'paid' order by paid_at desc, id desc limit 1`,
          [userId],
        )
      : await deps.db.query<OrderRow>('select * from orders where id = $1 and user_id = $2', [
          orderId,
          userId,
        ])
  if (!rows[0]) throw new Refusal('notFound')
  return presentOrder(rows[0], deps.clock.now())
}

/**
 * Calls a pending order off. One that is cancelled, failed or expired already stays what it is, so that a
 * lost answer may be asked for again; orderNotPending when it was paid, notFound for another player's.
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
  // Should the provider not hear of it, a payment that still arrives is credited (domain/payments.ts).
  if (row.status === 'cancelled') await deps.provider.cancel(row.pay_no).catch(reportUncancelled)
  return statusOf(row, now)
}

/** Ends orders whose time is over; answers how many. Safe in several processes at once. */
export async function expireOrders(deps: Pick<AppDeps, 'db' | 'clock'>): Promise<number> {
  const now = deps.clock.now()
  const rows = await deps.db.query(
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

/** What the payer pays for an order. */
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

/** The wire's status; an order whose time is over is cancelled, whether or not the expiry job has been by. */
export function statusOf(row: Pick<OrderRow, 'status' | 'expires_at'>, now: Date): OrderStatus {
  const late = row.status === 'pending' && row.expires_at <= now
  return codes[late ? 'expired' : row.status]
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

/** The player's discount while it lasts, cut to whole cents; at least one cent is left to pay. */
function discountOf(buyer: Buyer, price: Cents, now: Date): Cents {
  const { pay_discount: fraction, pay_discount_expires_at: until } = buyer
  if (fraction === null || (until && until <= now)) return ZERO
  return cents(Math.min(multiplyDown(price, fraction), price - 1))
}

/** The unique index knows no clock: a pending order that is over would be in the way of the next one. */
async function closeStale(tx: Tx, userId: string, now: Date): Promise<void> {
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

function reportUncancelled(error: unknown): void {
  console.error('the provider did not cancel a payment', error)
}
