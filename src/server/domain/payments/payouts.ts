import type { DestinationType } from '#contract/http/order.ts'
import { cents, subtract, toWireAmount } from '#contract/money.ts'
import type { RefusalCode } from '#contract/rules/withdrawalDecision.ts'
import type { PaymentDeps } from '../../deps.ts'
import type { Tx } from '../../db/client.ts'
import { providerActor, type Actor } from '../../ledger/ledger.ts'
import { answerOf, AnswerUnknownError, ProviderRefusedError, UnderWayError } from '../../providers/errors.ts'
import type { PayoutNotification, PayoutStatus } from '../../providers/payout/PayoutProvider.ts'
import { Refusal } from '../../texts/refusal.ts'
import { pushPlayer } from '../push/push.ts'
import { sendMessage } from '../accounts/messages.ts'
import { amountParams, mailPlayer } from '../accounts/outbox.ts'
import { reportErasedMoney } from './erasedMoney.ts'
import { openPayoutKey } from './payoutKeys.ts'
import {
  lockWithdrawal,
  notifyPlayer,
  tellMoneyBack,
  type WithdrawalRow,
  type WithdrawalStatus,
} from './withdrawalRows.ts'

/** What a player is told whose payout did not arrive, unless it was refused as soon as it was sent. */
const reasons: Partial<Record<PayoutStatus['state'], RefusalCode>> = {
  failed: 'payoutFailed',
  returned: 'payoutReturned',
}

/** A payout of which the provider knows nothing may still be on its way, for so long, in ms. */
const lateMs = 15 * 60_000

interface SendableRow {
  user_id: string
  status: WithdrawalStatus
  type: DestinationType
  key_encrypted: Buffer
  holder: string
  amount: number
  fee: number
  asked_at: Date | null
}

/**
 * Sends an approved withdrawal, or finds out what became of it. One that was asked for before is asked about first, so
 * that an answer that did not come is never taken for a payment that was not made. Throws AnswerUnknownError while the
 * provider does not answer, and UnderWayError while it has not paid yet.
 * A destination that the provider cannot pay is left to a person.
 */
export async function sendPayout(deps: PaymentDeps, id: string): Promise<void> {
  const [row] = await deps.db.read<SendableRow>(
    `select user_id, status, type, key_encrypted, holder, amount, fee, asked_at from withdrawals
      where id = $1 and status in ('approved', 'sent') and coalesce(provider, $2) = $2 and type = any($3)`,
    [id, deps.payout.name, deps.payout.destinations],
  )
  if (!row) return
  const known = row.asked_at ? await answerOf(() => deps.payout.status(id)) : undefined
  const status = known && known.state !== 'none' ? known : await send(deps, id, row)
  if (status === 'refused')
    return applyPayoutStatus(deps, id, { state: 'failed', reference: null }, 'detailsRejected')
  await applyPayoutStatus(deps, id, status)
  if (status.state === 'sent') throw new UnderWayError('sent and not paid yet')
}

async function send(deps: PaymentDeps, id: string, row: SendableRow): Promise<PayoutStatus | 'refused'> {
  await deps.db.write(
    `update withdrawals set provider = $3 ${row.asked_at ? '' : ', asked_at = now()'} where user_id = $1 and id = $2`,
    [row.user_id, id, deps.payout.name],
  )
  const payout = {
    id,
    amount: subtract(cents(row.amount), cents(row.fee)),
    destination: { type: row.type, key: openPayoutKey(deps, row.key_encrypted), holder: row.holder },
  }
  try {
    return await answerOf(() => deps.payout.send(payout))
  } catch (error) {
    if (!(error instanceof ProviderRefusedError)) throw error
    // An earlier attempt may have been taken, and not be found yet: this refusal then says nothing about it.
    if (row.asked_at && Date.now() - row.asked_at.getTime() < lateMs)
      throw new AnswerUnknownError(`payout ${id} was refused, and asked for before`, { cause: error })
    deps.log.warn({ withdrawal: id, reason: error.message }, 'the provider refused a payout')
    return 'refused'
  }
}

/**
 * A person has paid an approved withdrawal that no provider here can pay; `reference` is the number of the transfer, which
 * pays one withdrawal only. Throws notFound, or conflict in another state, for a destination that is paid by a provider,
 * and for a number that was entered before.
 */
export async function markPaidByHand(
  deps: PaymentDeps,
  tx: Tx,
  { id, reference, actor }: { id: string; reference: string; actor: Actor },
): Promise<void> {
  const row = await lockWithdrawal(tx, id)
  if (!row) throw new Refusal('notFound')
  // One at a time, whoever the player is: no index compares numbers of several nodes.
  await tx.query(`select pg_advisory_xact_lock(hashtextextended('paidByHand:' || $1, 0))`, [reference])
  const others = await tx.query(
    `select 1 from withdrawals where provider = 'byHand' and reference = $1 limit 1`,
    [reference],
  )
  if (others.length > 0) throw new Refusal('conflict')
  const [marked] = await tx.query(
    `update withdrawals set status = 'paid', provider = 'byHand', reference = $2, decided_at = $3
      where id = $1 and user_id = $5 and status = 'approved' and provider is null and type <> all($4) returning id`,
    [id, reference, deps.clock.now(), deps.payout.destinations, row.user_id],
  )
  if (!marked) throw new Refusal('conflict')
  await payOut(deps, tx, row, actor)
  await notifyPlayer(deps, tx, row.user_id)
}

/** Applies the provider's notification, whose sender has been checked. What it says counts only when it is signed. */
export async function handlePayoutNotification(
  deps: PaymentDeps,
  { id, status }: PayoutNotification,
): Promise<void> {
  await applyPayoutStatus(deps, id, status ?? (await answerOf(() => deps.payout.status(id))))
}

/**
 * Applies what the provider knows about a payout, once: `paid` ends the hold, `failed` and `returned` give the money back
 * and tell the player. Throws notFound for an unknown id.
 */
async function applyPayoutStatus(
  deps: PaymentDeps,
  id: string,
  status: PayoutStatus,
  reason = reasons[status.state] ?? null,
): Promise<void> {
  const { state } = status
  if (state === 'none') return
  await deps.db.tx(async (tx) => {
    const row = await lockWithdrawal(tx, id)
    if (!row) throw new Refusal('notFound')
    const next = await move(deps, tx, row, { to: state, reason })
    if (next === undefined) return
    await tx.query(
      `update withdrawals set status = $2, reference = coalesce($3, reference), refusal = $4,
         decided_at = case when $2 = 'sent' then decided_at else $5 end
        where id = $1 and user_id = $6`,
      [id, next, status.reference, reason, deps.clock.now(), row.user_id],
    )
  })
}

/** Ends the hold, and tells the player that the money was sent. */
async function payOut(deps: PaymentDeps, tx: Tx, row: WithdrawalRow, actor: Actor): Promise<void> {
  const { id, user_id: userId, fee } = row
  const amount = cents(row.amount)
  await deps.ledger.completeWithdrawal(tx, { userId, actor, withdrawalId: id, fee: cents(fee) })
  await sendMessage(deps, tx, userId, { kind: 'withdrawalPaid', params: { amount } })
  await mailPlayer(deps, tx, userId, { key: 'withdrawalPaid', params: amountParams(amount) })
  await pushPlayer(deps, tx, userId, { kind: 'withdrawal', event: id, params: { id } })
  const payload = { orderId: id, amount: toWireAmount(amount) }
  await deps.bus.publish(tx, {
    type: 'event',
    userId,
    event: { name: 'account:withdrawalPaid', payload },
  })
}

/** Moves the money; returns the new state, or undefined when it has been reached before or cannot be. */
async function move(
  deps: PaymentDeps,
  tx: Tx,
  row: WithdrawalRow,
  { to, reason }: { to: Exclude<PayoutStatus['state'], 'none'>; reason: RefusalCode | null },
): Promise<WithdrawalStatus | undefined> {
  const withdrawal = { userId: row.user_id, actor: providerActor(deps.payout.name), withdrawalId: row.id }
  const amount = cents(row.amount)
  const isHeld = row.status === 'approved' || row.status === 'sent'
  if (to === 'sent') return row.status === 'approved' ? to : undefined
  if (to === 'paid') {
    if (!isHeld) return undefined
    await payOut(deps, tx, row, withdrawal.actor)
  } else {
    if (isHeld) await deps.ledger.refundWithdrawal(tx, withdrawal)
    else if (to === 'returned' && row.status === 'paid')
      await deps.ledger.returnWithdrawal(tx, { ...withdrawal, amount, fee: cents(row.fee) })
    else return undefined
    await reportErasedMoney(deps, tx, { userId: row.user_id, amount, cause: 'payoutReturned' })
    await tellMoneyBack(deps, tx, row, reason)
  }
  await notifyPlayer(deps, tx, row.user_id)
  return to
}
