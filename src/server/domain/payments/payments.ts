import { add, cents, toWireAmount, ZERO, type Cents } from '#contract/money.ts'
import { toWireDeposited } from '#contract/realtime.ts'
import { turnoverOfDeposit } from '#contract/rules/turnover.ts'
import type { PaymentDeps } from '../../deps.ts'
import type { Tx } from '../../db/client.ts'
import { providerActor } from '../../ledger/ledger.ts'
import { lockWallet, ownerOfRow } from '../../ledger/walletLock.ts'
import { Refusal } from '../../texts/refusal.ts'
import { answerOf } from '../../providers/errors.ts'
import type { ChargeStatus, PaymentNotification } from '../../providers/payment/PaymentProvider.ts'
import { claimPaymentNumber } from './claims.ts'
import { bonusToCredit } from './eligibility.ts'
import { closeOrder, payable, type OrderRow } from './orders.ts'
import { sendMessage } from '../accounts/messages.ts'
import { amountParams, mailPlayer } from '../accounts/outbox.ts'
import { isClosed, isThirdPartyPayment, returnPayment, returnToClosed } from './returnedPayments.ts'
import { applyReturns } from './reversals.ts'
import { updateVipLevel } from '../rewards/vipProgress.ts'

/**
 * Applies the provider's notification of a payment, whose sender has been checked. What it says counts only when the
 * provider has signed it; otherwise the provider is asked, and about money that went back always. Throws, without any effect, notFound (no such order),
 * forbidden (another payment's number) or conflict (not the order's amount).
 */
export async function handlePaymentNotification(
  deps: PaymentDeps,
  { id, status, hasReturns }: PaymentNotification,
): Promise<void> {
  if (hasReturns) return applyReturns(deps, id, await answerOf(() => deps.provider.returns(id)))
  await applyChargeStatus(deps, id, status ?? (await answerOf(() => deps.provider.status(id))))
}

/**
 * Applies what the provider knows about an order's charge. Money that has arrived is the player's: `paid` credits the
 * order exactly once, even if it was cancelled, failed or expired before, or is reported late or twice. A payment is sent
 * back only when the player has closed the account, or where the jurisdiction accepts deposits only from the player's
 * own accounts and another person has paid. Any other result just closes a pending order. `userId` saves looking for the player.
 */
export async function applyChargeStatus(
  deps: PaymentDeps,
  orderId: string,
  status: ChargeStatus,
  userId?: string,
): Promise<void> {
  if (status.state === 'none' || status.state === 'pending') return
  await deps.db.tx(async (tx) => {
    const order = await lockOrder(tx, orderId, userId ?? (await ownerOfRow(tx, 'orders', orderId)))
    // Without a number while the answer to the charge has not been recorded.
    if (order.pay_no !== '' && order.pay_no !== status.payNo) throw new Refusal('forbidden')
    if (order.status === 'paid' || order.refusal !== null) return
    if (status.state === 'paid') {
      if (status.amount !== payable(order)) throw new Refusal('conflict')
      if (await isClosed(tx, order)) await returnToClosed(deps, tx, order)
      else if (await isThirdPartyPayment(deps, tx, order, status.payerNumber))
        await returnPayment(deps, tx, order)
      else await credit(deps, tx, order)
    } else if (order.status === 'pending' || order.status === 'created') {
      await closeOrder(tx, order, status.state, deps.clock.now())
    }
    await tx.query(`update orders set charge_state = 'closed', pay_no = $3 where user_id = $1 and id = $2`, [
      order.user_id,
      order.id,
      status.payNo,
    ])
    // Also when the order had it: a program of an earlier release may have recorded it without a claim.
    await claimPaymentNumber(deps.db, tx, {
      userId: order.user_id,
      provider: order.provider,
      payNo: status.payNo,
    })
  })
}

async function lockOrder(tx: Tx, orderId: string, userId: string | undefined): Promise<OrderRow> {
  if (userId === undefined) throw new Refusal('notFound')
  await lockWallet(tx, userId)
  const [order] = await tx.query<OrderRow>('select * from orders where user_id = $1 and id = $2 for update', [
    userId,
    orderId,
  ])
  if (!order) throw new Refusal('notFound')
  return order
}

async function credit(deps: PaymentDeps, tx: Tx, order: OrderRow): Promise<void> {
  const { id: orderId, user_id: userId } = order
  const now = deps.clock.now()
  const actor = providerActor(order.provider)
  const principal = payable(order)
  // An order that is paid in a pause credits what was paid: no bonus, no discount, and nothing to bet first.
  const paused = await tx.query('select 1 as paused from users where id = $1 and excluded_until > $2', [
    userId,
    now,
  ])
  const isPaused = paused.length > 0
  const discount = isPaused ? ZERO : await discountToCredit(tx, order)
  const bonus = isPaused ? ZERO : add(await bonusToCredit(deps, tx, order), discount)
  const wallet = await deps.ledger.deposit(tx, {
    userId,
    actor,
    orderId,
    principal,
    bonus,
    turnover: isPaused ? ZERO : turnoverOfDeposit(principal, bonus, order.offer),
  })
  await tx.query(
    `update orders set status = 'paid', bonus = $3, principal = $4, discount_bonus = $5, paid_at = $2, closed_at = $2
      where id = $1 and user_id = $6`,
    [orderId, now, bonus, principal, discount, userId],
  )
  // A discount is for one payment.
  if (discount > ZERO)
    await tx.query(
      `update users set pay_discount_expires_at = $2 where id = $1 and pay_discount_expires_at > $2`,
      [userId, now],
    )
  await sendMessage(deps, tx, userId, { kind: 'depositPaid', params: { amount: principal } })
  await mailPlayer(deps, tx, userId, { key: 'depositPaid', params: amountParams(principal) })
  await updateVipLevel(deps, tx, { userId, actor }, wallet)

  await deps.bus.publishAll(tx, [
    {
      type: 'event',
      userId,
      event: {
        name: 'paySuccess',
        payload: { orderId, amount: toWireAmount(payable(order)), time: now.toISOString() },
      },
    },
    {
      type: 'event',
      userId,
      event: toWireDeposited({
        amount: principal,
        depositSum: wallet.depositSum,
        isDiscountUsed: discount > ZERO,
      }),
    },
  ])
}

/**
 * The discount to credit as bonus; `tx` has locked the wallet. Zero when another order that was opened with the same
 * discount, and cancelled or not, was paid first.
 */
async function discountToCredit(tx: Tx, order: OrderRow): Promise<Cents> {
  if (order.discount_bonus === 0) return ZERO
  const used = await tx.query(
    `select 1 as used from orders
      where user_id = $1 and status = 'paid' and (discount > 0 or discount_bonus > 0) and paid_at >= $2 limit 1`,
    [order.user_id, order.created_at],
  )
  return used.length > 0 ? ZERO : cents(order.discount_bonus)
}
