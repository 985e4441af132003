import pLimit from 'p-limit'
import type { AppDeps } from '../../deps.ts'
import { answerOf, UnderWayError } from '../../providers/errors.ts'
import { giveUp } from './giveUpOrder.ts'
import type { OrderRow } from './orders.ts'
import { applyChargeStatus } from './payments.ts'

/** A charge of which the provider knows nothing may still be on its way, for so long, in ms. */
const lateMs = 15 * 60_000

/**
 * Brings the provider's side of an order in line with ours, when the answer to its charge did not come or nobody wants
 * the charge any more: credits it if it was paid, else closes it. Does nothing for other orders. Throws
 * AnswerUnknownError while the provider does not answer, and UnderWayError while a charge may still reach it.
 */
export async function settleCharge(deps: AppDeps, orderId: string): Promise<void> {
  const [found] = await deps.db.read<OrderRow>('select * from orders where id = $1 and provider = $2', [
    orderId,
    deps.provider.name,
  ])
  if (found) await settleOrder(deps, found)
}

/** `settleCharge` for an order that was just read. */
export async function settleOrder(deps: AppDeps, found: OrderRow): Promise<void> {
  const { id: orderId, user_id: userId } = found
  if (found.provider !== deps.provider.name) return
  // The process died between the order and the provider's answer.
  if (found.status === 'created') await giveUp(deps, found, 'unknown')
  else if (found.charge_state !== 'unknown' && found.charge_state !== 'closing') return
  const status = await answerOf(() => deps.provider.status(orderId))
  if (status.state === 'none') {
    if (Date.now() - found.asked_at.getTime() < lateMs)
      throw new UnderWayError('the provider has no such charge yet')
  } else if (status.state === 'pending') {
    await answerOf(() => deps.provider.cancel(orderId))
  } else {
    await applyChargeStatus(deps, orderId, status, userId)
  }
  await deps.db.write(`update orders set charge_state = 'closed' where user_id = $1 and id = $2`, [
    userId,
    orderId,
  ])
}

/** How many orders are asked about in one run, newest first. */
const askedAtOnce = 50
/** A callback usually comes sooner than this after the order, in seconds. */
const askAfterSeconds = 30

/** How many are asked about at the same time. */
const inParallel = 5

/**
 * Asks about orders that wait for their payment: a callback may have been lost. Credits what was paid. An order about
 * which the provider says what cannot be keeps no other waiting; throws afterwards.
 */
export async function askAboutPending(deps: AppDeps, signal?: AbortSignal): Promise<void> {
  const rows = await deps.db.read<{ id: string; user_id: string }>(
    `select id, user_id from orders where status = 'pending' and provider = $1 and asked_at < now() - make_interval(secs => $2)
      order by asked_at desc limit ${askedAtOnce}`,
    [deps.provider.name, askAfterSeconds],
  )
  const limit = pLimit(inParallel)
  const asked = await Promise.allSettled(
    rows.map(({ id, user_id: userId }) =>
      limit(async () => {
        if (signal?.aborted) return
        const status = await answerOf(() => deps.provider.status(id))
        if (status.state === 'paid') await applyChargeStatus(deps, id, status, userId)
      }),
    ),
  )
  const errors = asked.flatMap((one) => (one.status === 'rejected' ? [one.reason as unknown] : []))
  if (errors.length > 0) throw new AggregateError(errors, `${errors.length} orders could not be asked about`)
}
