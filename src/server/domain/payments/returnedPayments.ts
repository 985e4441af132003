import type { LanguageCode } from '#contract/languages.ts'
import type { AppDeps, PaymentDeps } from '../../deps.ts'
import type { Tx } from '../../db/client.ts'
import { profileOf } from '../../config/jurisdictions.ts'
import { answerOf } from '../../providers/errors.ts'
import { ownerOfRow } from '../../ledger/walletLock.ts'
import { Refusal } from '../../texts/refusal.ts'
import { messageText } from '../../texts/texts.ts'
import { readIdentity } from '../accounts/kyc.ts'
import { sendMessage } from '../accounts/messages.ts'
import { payable, type OrderRow } from './orders.ts'

/**
 * Whether a payment came from somebody else, in a jurisdiction that accepts deposits from the player's own
 * accounts only. A payer whom the bank does not name is nobody else: the money stays, as it can only be withdrawn to the
 * player's own CPF, and the order is marked, so that a person looks at it before a withdrawal.
 */
export async function isThirdPartyPayment(
  deps: PaymentDeps,
  tx: Tx,
  order: OrderRow,
  payerNumber: string | null,
): Promise<boolean> {
  if (!profileOf(deps).ownAccountOnly) return false
  if (payerNumber === null) {
    deps.log.warn({ orderId: order.id }, 'the bank does not say who paid')
    await tx.query(`update orders set payer = 'unknown' where user_id = $1 and id = $2`, [
      order.user_id,
      order.id,
    ])
    return false
  }
  const identity = await readIdentity(deps, tx, order.user_id)
  return !identity || identity.cpf !== payerNumber
}

/** A person has found out that the player paid. Throws notFound, or conflict when there is nothing to check. */
export async function confirmPayer(tx: Tx, orderId: string): Promise<void> {
  const userId = await ownerOfRow(tx, 'orders', orderId)
  if (userId === undefined) throw new Refusal('notFound')
  const [order] = await tx.query<{ payer: string | null }>(
    'select payer from orders where user_id = $1 and id = $2 for update',
    [userId, orderId],
  )
  if (!order) throw new Refusal('notFound')
  if (order.payer !== 'unknown') throw new Refusal('conflict')
  await tx.query(`update orders set payer = 'checked' where user_id = $1 and id = $2`, [userId, orderId])
}

/**
 * Whether the account is closed, by the player or the operator: money could be neither played nor withdrawn there. `tx`
 * must have locked the wallet, so that the account is not closed meanwhile.
 */
export async function isClosed(tx: Tx, order: OrderRow): Promise<boolean> {
  const rows = await tx.query(
    'select 1 from users where id = $1 and (erased_at is not null or closed_at is not null)',
    [order.user_id],
  )
  return rows.length > 0
}

/** Fails the order of a closed account without crediting it. A job sends the money back. */
export async function returnToClosed(deps: PaymentDeps, tx: Tx, order: OrderRow): Promise<void> {
  await refuseOrder(deps, tx, order, 'accountClosed')
}

async function refuseOrder(
  deps: PaymentDeps,
  tx: Tx,
  order: OrderRow,
  refusal: NonNullable<OrderRow['refusal']>,
): Promise<void> {
  await tx.query(`update orders set status = 'failed', refusal = $3, closed_at = $4 where user_id = $1 and id = $2`, [
    order.user_id,
    order.id,
    refusal,
    deps.clock.now(),
  ])
  await deps.queue.add(tx, 'refundPayment', order.id)
}

/**
 * Fails the order without crediting it, records the reason, and notifies the player. A job sends the money back.
 */
export async function returnPayment(deps: PaymentDeps, tx: Tx, order: OrderRow): Promise<void> {
  await refuseOrder(deps, tx, order, 'payerMismatch')
  await sendMessage(deps, tx, order.user_id, {
    kind: 'depositReturned',
    params: { amount: payable(order) },
  })
  const [user] = await tx.query<{ language: LanguageCode }>('select language from users where id = $1', [
    order.user_id,
  ])
  const text = messageText(user?.language ?? 'pt_BR', 'paymentReturned')
  await deps.bus.publishAll(tx, [
    { type: 'event', userId: order.user_id, event: { name: 'notice', payload: { text, alert: true } } },
    { type: 'event', userId: order.user_id, event: { name: 'updateUserInfo', payload: {} } },
  ])
}

/** Sends a returned payment back to its payer, once. */
export async function refundPayment(
  deps: Pick<AppDeps, 'db' | 'clock' | 'provider'>,
  orderId: string,
): Promise<void> {
  const [order] = await deps.db.read<OrderRow>(
    `select * from orders where id = $1 and refusal is not null and refunded_at is null and provider = $2`,
    [orderId, deps.provider.name],
  )
  if (!order) return
  await answerOf(() => deps.provider.refund(order.id, payable(order)))
  await deps.db.write('update orders set refunded_at = $3 where user_id = $1 and id = $2', [
    order.user_id,
    order.id,
    deps.clock.now(),
  ])
}
