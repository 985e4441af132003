import { setTimeout as pause } from 'node:timers/promises'
import type { DepositOrder } from '#contract/http/order.ts'
import { toWireOrder } from '#contract/http/orderResponses.ts'
import type { LanguageCode } from '#contract/languages.ts'
import { add, subtract, ZERO } from '#contract/money.ts'
import { amountToPay } from '#contract/rules/discountedPrice.ts'
import { paymentLifetimeMs } from '#contract/rules/paymentExpiry.ts'
import type { AppDeps } from '../../deps.ts'
import type { Tx } from '../../db/client.ts'
import { answerOf, ProviderRefusedError } from '../../providers/errors.ts'
import type { Charge, OpenCharge } from '../../providers/payment/PaymentProvider.ts'
import { Refusal } from '../../texts/refusal.ts'
import { profileOf } from '../../config/jurisdictions.ts'
import { readIdentity } from '../accounts/kyc.ts'
import { discountOf } from '../accounts/users.ts'
import { refuseDeposit } from '../protection/limits.ts'
import { claimPaymentNumber } from './claims.ts'
import { bonusFor } from './eligibility.ts'
import { expireOverdue, payable, pendingOrder, presentOrder, type OrderRow } from './orders.ts'
import { giveUp, giveUpIn } from './giveUpOrder.ts'
import { barColumns, refuseBarred, type Bar } from '../protection/barred.ts'
import { findPackage, turnoverRuleOf } from './packages.ts'

interface OrderRequest {
  /** Made by the caller, outside of the transaction, which may run twice. */
  id: string
  userId: string
  packageId: string
  withGift: boolean
  isApp: boolean
  language: LanguageCode
  /** The idempotency key of the call, if it has one, and a hash of what it asks for. */
  key: string | undefined
  bodyHash: string
}

interface Buyer extends Bar {
  kyc: number
  test_flag: boolean
  pay_discount: number | null
  pay_discount_expires_at: Date | null
}

/** After this long, in seconds, a job finds out what became of a charge whose answer was not recorded. */
const settleAfterSeconds = 20
/** How long another call of the player is waited for that is opening an order, in ms. */
const waitMs = 12_000

/**
 * An order that the provider can now be asked to charge, or `busy`: another call of the player is opening one.
 */
export type BegunOrder = { charge: Charge } | 'busy'

/**
 * Creates an order, before the provider is asked (`chargeOrder`) and its answer recorded (`finishOrder`). A call that is
 * repeated with its key continues the order of the first one. A player has one pending order at a time:
 * Refusal('orderPending') contains it. Also throws packageUnknown, offerUnavailable, bonusUsed, kycRequired, excluded,
 * suspended, limitReached, limitsMissing, idempotencyKeyReused and forbidden (a test account with a real provider). `tx` has locked
 * the wallet.
 */
export async function beginOrder(deps: AppDeps, tx: Tx, request: OrderRequest): Promise<BegunOrder> {
  const created = await findCreated(deps, tx, request)
  if (created) return created
  const now = deps.clock.now()
  const buyer = await readBuyer(tx, request.userId)
  refuseBarred(buyer, now)
  if (buyer.kyc !== 1) throw new Refusal('kycRequired')
  if (buyer.test_flag && deps.provider.name !== 'sandbox') throw new Refusal('forbidden')
  const offer = await findPackage(tx, request.packageId, now)
  if (!offer || offer.price <= ZERO) throw new Refusal('packageUnknown')
  await refuseDeposit(deps, tx, request.userId, offer.price)
  await expireOverdue(deps, tx, request.userId)

  const { bonuses } = profileOf(deps)
  const isWanted = request.withGift && bonuses.packages
  const { bonus, offerId } = await bonusFor(deps, tx, request.userId, offer, isWanted)
  const amount = amountToPay(offer.price, bonuses.discount ? discountOf(buyer) : null, now)
  const discount = subtract(offer.price, amount)
  const [order] = await tx.query<OrderRow>(
    `insert into orders (id, user_id, package_id, provider, principal, bonus, discount_bonus, waive_promotions,
       offer, is_app, created_at, expires_at, offer_id, status, charge_state, request_key, request_hash)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, 'created', 'asked', $14, $15)
     on conflict (user_id) where status in ('created', 'pending') do nothing returning *`,
    [
      request.id,
      request.userId,
      offer.id,
      deps.provider.name,
      amount,
      add(bonus, discount),
      discount,
      !request.withGift,
      turnoverRuleOf(offer.kind),
      request.isApp,
      now,
      new Date(now.getTime() + paymentLifetimeMs),
      offerId,
      request.key ?? null,
      request.bodyHash,
    ],
  )
  if (!order) return refusePending(deps, tx, request.userId)
  await deps.queue.add(tx, 'settleCharge', order.id, settleAfterSeconds)
  return { charge: await chargeOf(deps, tx, order, request.language) }
}

/**
 * Asks the provider for the charge. Throws paymentProviderDown when it refuses or does not answer; the order is then
 * given up, and a job closes what may have come of the charge. When another call is opening an order, it waits for that
 * one and throws orderPending.
 */
export async function chargeOrder(
  deps: AppDeps,
  begun: BegunOrder,
  userId: string,
): Promise<OpenCharge & { orderId: string; userId: string }> {
  if (begun === 'busy') return waitForOther(deps, userId)
  const { charge } = begun
  try {
    return { ...(await answerOf(() => deps.provider.charge(charge))), orderId: charge.id, userId }
  } catch (error) {
    deps.log.error(error, 'the payment provider did not open a charge')
    await giveUp(
      deps,
      { id: charge.id, user_id: userId },
      error instanceof ProviderRefusedError ? 'closed' : 'unknown',
    )
    throw new Refusal('paymentProviderDown')
  }
}

/** Records the provider's answer. Throws paymentProviderDown when the order was given up meanwhile. */
export async function finishOrder(
  deps: Pick<AppDeps, 'clock' | 'db'>,
  tx: Tx,
  { orderId, userId, payNo, url }: OpenCharge & { orderId: string; userId: string },
): Promise<DepositOrder> {
  const [row] = await tx.query<OrderRow>(
    `update orders set pay_no = $2, url = $3, request_key = null, request_hash = null,
       charge_state = case when status = 'created' then 'open' else charge_state end,
       status = case when status = 'created' then 'pending' else status end
     where id = $1 and user_id = $4 returning *`,
    [orderId, payNo, url, userId],
  )
  if (!row) throw new Error(`order ${orderId} not found`)
  if (row.status === 'failed') throw new Refusal('paymentProviderDown')
  await claimPaymentNumber(deps.db, tx, { userId, provider: row.provider, payNo })
  return presentOrder(row, deps.clock.now())
}

/** The player's order that is being opened: that of the same call, or another one. */
async function findCreated(deps: AppDeps, tx: Tx, request: OrderRequest): Promise<BegunOrder | undefined> {
  const [order] = await tx.query<
    OrderRow & { request_key: string | null; request_hash: string; is_abandoned: boolean }
  >(
    `select *, asked_at < now() - make_interval(secs => $2) as is_abandoned
      from orders where user_id = $1 and status = 'created'`,
    [request.userId, settleAfterSeconds],
  )
  if (!order) return undefined
  const isSame = order.id === request.id || (request.key !== undefined && order.request_key === request.key)
  if (isSame && order.request_hash !== request.bodyHash) throw new Refusal('idempotencyKeyReused')
  if (isSame) return { charge: await chargeOf(deps, tx, order, request.language) }
  if (!order.is_abandoned) return 'busy'
  // Its process has died.
  await giveUpIn(deps, tx, order, 'unknown')
  return undefined
}

async function chargeOf(deps: AppDeps, tx: Tx, order: OrderRow, language: LanguageCode): Promise<Charge> {
  return {
    id: order.id,
    amount: payable(order),
    expiresAt: order.expires_at,
    returnUrl: `${deps.config.publicUrl}/paySuccess?order=${order.id}`,
    payer: (await readIdentity(deps, tx, order.user_id)) ?? { name: '', cpf: '' },
    methods: profileOf(deps).paymentMethods,
    language,
  }
}

async function waitForOther(deps: AppDeps, userId: string): Promise<never> {
  const until = performance.now() + waitMs
  while (performance.now() < until) {
    await pause(100)
    const created = await deps.db.read(`select 1 from orders where user_id = $1 and status = 'created'`, [
      userId,
    ])
    if (created.length === 0) break
  }
  const order = await pendingOrder(deps, deps.db, userId)
  if (order) throw new Refusal('orderPending', { data: toWireOrder(order) })
  throw new Refusal('paymentProviderDown')
}

async function readBuyer(tx: Tx, userId: string): Promise<Buyer> {
  const [buyer] = await tx.query<Buyer>(
    `select kyc, test_flag, ${barColumns}, pay_discount, pay_discount_expires_at from users where id = $1`,
    [userId],
  )
  if (!buyer) throw new Refusal('loggedOut')
  return buyer
}

async function refusePending(deps: AppDeps, tx: Tx, userId: string): Promise<never> {
  const order = await pendingOrder(deps, tx, userId)
  throw new Refusal('orderPending', { data: order && toWireOrder(order) })
}
