import { add, type Cents } from '#contract/money.ts'
import type { PaymentDeps } from '../../../deps.ts'
import { answerOf } from '../../../providers/errors.ts'
import type { PaymentReturn, ReceivedPayment } from '../../../providers/payment/PaymentProvider.ts'
import { Refusal } from '../../../texts/refusal.ts'
import { payable, type OrderRow } from '../orders.ts'
import { applyChargeStatus } from '../payments.ts'
import { refundPayment } from '../returnedPayments.ts'
import { applyReturns } from '../reversals.ts'
import type { Difference } from './differences.ts'
import { pagesOf, type Compared, type Span } from './pages.ts'

/** How long a refund may take before it counts as missing, in ms. */
const refundMs = 24 * 3_600_000

/** The payments of one order, or one that has none. */
interface Paid {
  first: ReceivedPayment
  amount: Cents
  returns: PaymentReturn[]
}

/**
 * Compares the payments that the provider has received with our orders, in both directions. Where only a notification
 * was lost, its effect follows now: a payment is credited, a refund recorded, a deposit that the bank took back is reversed. Returns what cannot be
 * settled so.
 */
export async function compareDeposits(deps: PaymentDeps, span: Span): Promise<Compared> {
  const { provider } = deps
  const found: Difference[] = []
  const seen = new Set<string>()
  let payments = 0
  const paid = new Map<string, Paid>()
  for await (const page of pagesOf(span, (range) => provider.listReceived(range))) {
    payments += page.length
    for (const one of page) {
      const key = one.id ?? one.reference
      const known = paid.get(key)
      paid.set(key, {
        first: known?.first ?? one,
        amount: known ? add(known.amount, one.amount) : one.amount,
        returns: [...(known?.returns ?? []), ...one.returns],
      })
    }
  }
  for (const [key, one] of paid) {
    seen.add(key)
    found.push(...(await compareOne(deps, one)))
  }
  found.push(...(await findMissing(deps, span, seen)))
  return { found, payments }
}

async function compareOne(deps: PaymentDeps, paid: Paid): Promise<Difference[]> {
  const { first, amount, returns } = paid
  const differ = (
    kind: Difference['kind'],
    order: OrderRow | undefined,
    theirState = 'paid',
  ): Difference[] => [
    {
      kind,
      subject: order?.id ?? first.reference,
      userId: order?.user_id ?? null,
      reference: first.reference,
      ours: order ? { state: stateOf(order), amount: payable(order) } : null,
      theirs: { state: theirState, amount },
      at: first.paidAt,
    },
  ]
  let order = await readOrder(deps, first.id)
  if (!order) {
    // What has gone back to its payer is nobody's concern any more.
    const back = returns.reduce((sum, one) => sum + (one.state === 'done' ? one.amount : 0), 0)
    return back >= amount ? [] : differ('unknownDeposit', undefined)
  }
  if (order.status !== 'paid' && order.refusal === null) {
    try {
      await applyChargeStatus(deps, order.id, await answerOf(() => deps.provider.status(order?.id ?? '')))
    } catch (error) {
      // Not the order's amount, or another payment's number.
      if (!(error instanceof Refusal)) throw error
      return differ(error.key === 'conflict' ? 'otherAmount' : 'notCredited', order)
    }
    order = (await readOrder(deps, order.id)) ?? order
    if (order.status !== 'paid' && order.refusal === null) return differ('notCredited', order)
  }
  await applyReturns(deps, order.id, returns)
  const refund = returns.find(({ cause }) => cause === 'refund')
  if (order.refusal !== null) {
    if (refund?.state === 'done' || refund?.state === 'pending') {
      // The bank knows it by our id, so that asking again sends nothing twice.
      if (order.refunded_at === null) await refundPayment(deps, order.id)
      return []
    }
    const isLate = deps.clock.now().getTime() - first.paidAt.getTime() > refundMs
    return order.refunded_at !== null || isLate ? differ('refundMissing', order, refund?.state ?? 'paid') : []
  }
  if (refund?.state === 'done') return differ('refundUnknown', order, 'refunded')
  if (amount !== payable(order)) return differ('otherAmount', order)
  // A second payment for an order that was credited before this one came.
  if (order.paid_at && order.paid_at < first.paidAt) {
    const status = await answerOf(() => deps.provider.status(first.id ?? ''))
    if (status.state === 'paid' && status.amount !== payable(order)) return differ('otherAmount', order)
  }
  return []
}

/** Orders that were credited in this time without a payment in the provider's list. */
async function findMissing(
  deps: PaymentDeps,
  { from, to }: Span,
  seen: ReadonlySet<string>,
): Promise<Difference[]> {
  const rows = await deps.db.read<OrderRow>(
    `select * from orders where status = 'paid' and provider = $1 and paid_at >= $2 and paid_at < $3`,
    [deps.provider.name, from, to],
  )
  const found: Difference[] = []
  for (const order of rows) {
    if (seen.has(order.id)) continue
    // It may be another day's.
    const status = await answerOf(() => deps.provider.status(order.id))
    const isPaid = status.state === 'paid'
    if (isPaid && status.amount === payable(order)) continue
    found.push({
      kind: isPaid ? 'otherAmount' : 'notReceived',
      subject: order.id,
      userId: order.user_id,
      reference: order.pay_no,
      ours: { state: order.status, amount: payable(order) },
      theirs: status.state === 'none' ? null : { state: status.state, amount: status.amount },
      at: order.paid_at ?? from,
    })
  }
  return found
}

async function readOrder({ db, provider }: PaymentDeps, id: string | null): Promise<OrderRow | undefined> {
  if (id === null) return undefined
  const [order] = await db.read<OrderRow>('select * from orders where id = $1 and provider = $2', [
    id,
    provider.name,
  ])
  return order
}

function stateOf({ status, refusal, refunded_at }: OrderRow): string {
  if (refusal === null) return status
  return refunded_at === null ? 'toRefund' : 'refunded'
}
