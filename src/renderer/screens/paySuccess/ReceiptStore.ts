import { makeAutoObservable, observableRef, reaction, runInAction } from 'mobx'
import { CallError } from '#contract/errors.ts'
import { fromWireOrder, orderCalls, type DepositOrder } from '#contract/http/order.ts'
import { OrderStatus } from '#contract/statusCodes.ts'
import type { RootStore } from '../../stores/RootStore.ts'
import { ignoreCallError } from '../../stores/SessionStore.ts'

/** How often a pending order is checked, in ms: a cancelled order is not pushed. */
const pollMs = 5_000

/** /paySuccess: the receipt of one order, or of the newest one. */
export class ReceiptStore {
  /** none: the player has no such order. */
  state: 'loading' | 'ready' | 'none' | 'failed' = 'loading'
  order: DepositOrder | null = null
  readonly #root: RootStore
  readonly #orderId: string | null

  constructor(root: RootStore, orderId: string | null) {
    this.#root = root
    this.#orderId = orderId
    makeAutoObservable(this, { order: observableRef })
  }

  get outcome(): 'paid' | 'ended' | 'pending' {
    const { status } = this.order ?? {}
    if (status === OrderStatus.paid) return 'paid'
    return status === OrderStatus.cancelled || status === OrderStatus.failed ? 'ended' : 'pending'
  }

  /** Loads after a login, and again after a payment, a reconnect, and as time passes. Returns its cleanup. */
  start(page: Pick<Document, 'hidden'>): () => void {
    const { session, realtime } = this.#root
    const timer = setInterval(() => {
      if (!page.hidden && this.state === 'ready' && this.outcome === 'pending') void this.load(true)
    }, pollMs)
    const stops = [
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
      for (const stop of stops) stop()
      clearInterval(timer)
    }
  }

  /** `quiet`: keeps the receipt on screen until the response arrives. */
  async load(quiet = false): Promise<void> {
    if (!this.#root.session.isLoggedIn) return
    if (!quiet) this.state = 'loading'
    try {
      const params = { orderId: this.#orderId || 'last' }
      const wire = await this.#root.api.call(
        orderCalls.detail,
        { params },
        { loading: false, isAwaited: !quiet, ownFailure: true },
      )
      runInAction(() => {
        this.order = wire && fromWireOrder(wire)
        this.state = wire ? 'ready' : 'none'
      })
    } catch (error) {
      ignoreCallError(error)
      if (quiet && this.state === 'ready') return
      const isMissing = error instanceof CallError && error.httpStatus === 404
      runInAction(() => (this.state = isMissing ? 'none' : 'failed'))
    }
  }
}
