import { makeAutoObservable, observableRef, reaction, runInAction } from 'mobx'
import {
  fromWireOrder,
  fromWireRecord,
  orderCalls,
  type DepositOrder,
  type LedgerRecord,
} from '#contract/http/order.ts'
import { RecordStatus } from '#contract/statusCodes.ts'
import type { RootStore } from '../../stores/RootStore.ts'
import { ignoreCallError } from '../../stores/SessionStore.ts'

/** How long events are collected before everything is loaded again, in ms. */
const debounceMs = 300

/**
 * The deposit that waits for its payment and the withdrawal on its way. A withdrawal of this page stays until the player
 * has seen how it ended.
 */
export class PendingMoneyStore {
  deposit: DepositOrder | null = null
  withdrawal: LedgerRecord | null = null
  isReceiptOpen = false
  /** The withdrawal that was requested in this page. */
  private requested: string | null = null

  constructor(private readonly root: RootStore) {
    makeAutoObservable<this, 'root' | 'requested'>(this, {
      root: false,
      requested: false,
      deposit: observableRef,
      withdrawal: observableRef,
    })
  }

  /** Loads, and again when a payment, a decision or a reconnect may have changed it. Returns its cleanup. */
  start(): () => void {
    const { session, realtime, wallet, overlays, language } = this.root
    const stops = [
      reaction(
        () => session.isLoggedIn,
        (isLoggedIn) => (isLoggedIn ? void this.load() : this.clear()),
        { fireImmediately: true },
      ),
      reaction(
        // The server pushes the user info with every decision.
        () => [
          session.player,
          wallet.cash,
          realtime.lastPayment,
          realtime.reconnects,
          overlays.current === null,
          language.code,
        ],
        () => void this.load(),
        { delay: debounceMs },
      ),
    ]
    return () => {
      for (const stop of stops) stop()
    }
  }

  /** A withdrawal was requested: its receipt is offered until the player has seen its end. */
  add(withdrawalId: string): void {
    this.requested = withdrawalId
    void this.load()
  }

  openReceipt(): void {
    this.isReceiptOpen = true
  }

  closeReceipt(): void {
    this.isReceiptOpen = false
    if (this.withdrawal?.status === RecordStatus.pending) return
    this.requested = null
    this.withdrawal = null
  }

  /** In the background: a failure keeps what is on the screen, and the next event loads again. */
  async load(): Promise<void> {
    if (!this.root.session.isLoggedIn) return
    const options = { loading: false, ownFailure: true }
    const { api } = this.root
    const { requested } = this
    try {
      const { deposit, withdrawal } = await api.call(orderCalls.open, {}, options)
      const own =
        requested && withdrawal?.id !== requested
          ? await api.call(orderCalls.withdrawal, { params: { orderId: requested } }, options)
          : withdrawal
      runInAction(() => {
        this.deposit = deposit && fromWireOrder(deposit)
        // What the player reads stays until it is closed.
        if (own) this.withdrawal = fromWireRecord(own)
        else if (!this.isReceiptOpen) this.withdrawal = null
      })
    } catch (error) {
      ignoreCallError(error)
    }
  }

  private clear(): void {
    this.deposit = null
    this.withdrawal = null
    this.requested = null
    this.isReceiptOpen = false
  }
}
