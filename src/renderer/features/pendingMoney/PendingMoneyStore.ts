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

interface Loaded {
  playerId: string
  deposit: DepositOrder | null
  withdrawal: LedgerRecord | null
}

/**
 * The deposit that waits for its payment and the withdrawal on its way. A withdrawal of this page stays until the player
 * has seen how it ended.
 */
export class PendingMoneyStore {
  isReceiptOpen = false
  private loaded: Loaded | null = null
  /** The withdrawal that was requested in this page. */
  private requested: { playerId: string; id: string } | null = null

  constructor(private readonly root: RootStore) {
    makeAutoObservable<this, 'root' | 'loaded' | 'requested'>(this, {
      root: false,
      requested: false,
      loaded: observableRef,
    })
  }

  get deposit(): DepositOrder | null {
    return this.own?.deposit ?? null
  }

  get withdrawal(): LedgerRecord | null {
    return this.own?.withdrawal ?? null
  }

  /** Loads, and again when a payment, a decision or a reconnect may have changed it. Returns its cleanup. */
  start(): () => void {
    const { session, realtime, wallet, overlays, language } = this.root
    void this.load()
    return reaction(
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
    )
  }

  /** A withdrawal was requested: its receipt is offered until the player has seen its end. */
  add(id: string): void {
    const playerId = this.root.session.player?.id
    if (playerId === undefined) return
    this.requested = { playerId, id }
    void this.load()
  }

  openReceipt(): void {
    this.isReceiptOpen = true
  }

  closeReceipt(): void {
    this.isReceiptOpen = false
    if (!this.loaded || this.withdrawal?.status === RecordStatus.pending) return
    this.requested = null
    this.loaded = { ...this.loaded, withdrawal: null }
  }

  /** In the background: a failure keeps what is on the screen, and the next event loads again. */
  async load(): Promise<void> {
    const playerId = this.root.session.player?.id
    if (playerId === undefined) return
    try {
      const loaded = await this.fetch(playerId)
      runInAction(() => {
        // What the player reads stays until it is closed.
        const withdrawal = loaded.withdrawal ?? (this.isReceiptOpen ? this.withdrawal : null)
        this.loaded = { ...loaded, withdrawal }
      })
    } catch (error) {
      ignoreCallError(error)
    }
  }

  /** Of this player; the store outlives a login. */
  private get own(): Loaded | null {
    const { loaded } = this
    return loaded && loaded.playerId === this.root.session.player?.id ? loaded : null
  }

  private async fetch(playerId: string): Promise<Loaded> {
    const options = { loading: false, ownFailure: true }
    const { api } = this.root
    const requested = this.requested?.playerId === playerId ? this.requested.id : null
    const { deposit, withdrawal } = await api.call(orderCalls.open, {}, options)
    const isOther = requested !== null && withdrawal?.id !== requested
    const record = isOther
      ? await api.call(orderCalls.withdrawal, { params: { orderId: requested } }, options)
      : withdrawal
    return {
      playerId,
      deposit: deposit && fromWireOrder(deposit),
      withdrawal: record && fromWireRecord(record),
    }
  }
}
