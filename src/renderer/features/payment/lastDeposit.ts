import { fromWireOrder, orderCalls } from '#contract/http/order.ts'
import type { Cents } from '#contract/money.ts'
import { OrderStatus } from '#contract/statusCodes.ts'
import type { RootStore } from '../../stores/RootStore.ts'
import { ignoreCallError } from '../../stores/SessionStore.ts'

/** What the player paid in last, in cents; null where the newest order was not paid, or without an answer. */
export async function readLastDeposit({ api }: Pick<RootStore, 'api'>): Promise<Cents | null> {
  try {
    const options = { loading: false, ownFailure: true }
    const wire = await api.call(orderCalls.detail, { params: { orderId: 'last' } }, options)
    if (!wire) return null
    const { status, amount } = fromWireOrder(wire)
    return status === OrderStatus.paid ? amount : null
  } catch (error) {
    // The deposit goes on without it.
    ignoreCallError(error)
    return null
  }
}
