import { makeAutoObservable, observableRef, reaction, runInAction } from 'mobx'
import { CallError } from '#contract/errors.ts'
import { fromWireOrder, orderCalls, type DepositOrder } from '#contract/http/order.ts'
import { OrderStatus } from '#contract/statusCodes.ts'
import type { RootStore } from './RootStore.ts'
import { ignoreCallError } from './SessionStore.ts'

/** How often an order that waits for its payment is asked for, in ms: a cancelled one is pushed to nobody. */
const everyMs = 5_000

/** /paySuccess: the receipt of one order, or of the newest paid one. */
export class ReceiptStore {
  /** none: the player has no such order. */
  state: 'loading' | 'ready' | 'none' | 'failed' = 'loading'
  order: DepositOrder | null = null

  constructor(
    private readonly root: RootStore,
    private readonly orderId: string | null,
  ) {
    makeAutoObservable<this, 'root' | 'orderId'>(this, { root: false, orderId: false, order: observableRef })
  }

  get outcome(): 'paid' | 'ended' | 'pending' {
    const { status } = this.order ?? {}
    if (status === OrderStatus.paid) return 'paid'
    return status === OrderStatus.cancelled || status === OrderStatus.failed ? 'ended' : 'pending'
  }

  /** Loads on login, again when a payment or a connection comes, and as time goes by. Returns its undoing. */
  start(page: Pick<Document, 'hidden'>): () => void {
    const { session, realtime } = this.root
    const timer = setInterval(() => {
      if (!page.hidden && this.state === 'ready' && this.outcome === 'pending') void this.load(true)
    }, everyMs)
    const undo = [
      reaction(
        () => session.isLoggedIn,
        (isLoggedIn) => isLoggedIn && void this.load(),
        { fireImmediately: true },
      ),
      reaction(
        () => [realtime.lastPayment, realtime.reconnects],
        () => this.outcome !== 'paid' && void this.load(true),
      ),
    ]
    return () => {
      for (const stop of undo) stop()
      clearInterval(timer)
    }
  }

  /** `quiet`: what is on the screen stays until the answer comes. */
  async load(quiet = false): Promise<void> {
    if (!this.root.session.isLoggedIn) return
    if (!quiet) this.state = 'loading'
    try {
      const params = { orderId: this.orderId || 'last' }
      const wire = await this.root.api.call(
        orderCalls.detail,
        { params },
        { loading: false, isAwaited: !quiet, ownFailure: true },
      )
      runInAction(() => {
        this.order = fromWireOrder(wire)
        this.state = 'ready'
      })
    } catch (error) {
      ignoreCallError(error)
      if (quiet && this.state === 'ready') return
      const isMissing = error instanceof CallError && error.httpStatus === 404
      runInAction(() => (this.state = isMissing ? 'none' : 'failed'))
    }
  }
}
