import { makeAutoObservable, observableRef, reaction, runInAction } from 'mobx'
import {
  fromWireOrder,
  fromWireRecord,
  orderCalls,
  type DepositOrder,
  type LedgerRecord,
} from '#contract/http/order.ts'
import { RecordStatus } from '#contract/statusCodes.ts'
import type { PageVisibility } from '../../services/pageVisibility.ts'
import type { RootStore } from '../../stores/RootStore.ts'
import { ignoreCallError } from '../../stores/SessionStore.ts'

/** How long events are collected before everything is loaded again, in ms. */
const debounceMs = 300
/** How often a deposit that waits is checked, in ms: nothing is pushed when its provider or the clock ends it. */
const pollMs = 10_000

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
  /** The withdrawal whose receipt is open. */
  private openId: string | null = null
  private loaded: Loaded | null = null
  /** The withdrawal that was requested in this page. */
  #requested: { playerId: string; id: string } | null = null
  readonly #root: RootStore

  constructor(root: RootStore) {
    this.#root = root
    makeAutoObservable<this, 'loaded'>(this, { loaded: observableRef })
  }

  get deposit(): DepositOrder | null {
    return this.own?.deposit ?? null
  }

  get withdrawal(): LedgerRecord | null {
    return this.own?.withdrawal ?? null
  }

  get isReceiptOpen(): boolean {
    return this.withdrawal !== null && this.withdrawal.id === this.openId
  }

  /** Loads, and again when a payment, a decision or a reconnect may have changed it. Returns its cleanup. */
  start(page: PageVisibility): () => void {
    const { session, realtime, wallet, overlays, language } = this.#root
    void this.load()
    const onVisibility = () => page.hidden || void this.load()
    page.addEventListener('visibilitychange', onVisibility)
    const timer = setInterval(() => {
      if (this.deposit && !page.hidden) void this.load()
    }, pollMs)
    const stop = reaction(
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
    return () => {
      stop()
      clearInterval(timer)
      page.removeEventListener('visibilitychange', onVisibility)
      // Whoever comes back to the page, or logs in there, has not opened it.
      this.leaveReceipt()
    }
  }

  /** A withdrawal was requested: its receipt is offered until the player has seen its end. */
  add(id: string): void {
    const playerId = this.#root.session.player?.id
    if (playerId === undefined) return
    this.#requested = { playerId, id }
    void this.load()
  }

  openReceipt(): void {
    this.openId = this.withdrawal?.id ?? null
  }

  /** Not seen: it is offered again. */
  leaveReceipt(): void {
    this.openId = null
  }

  closeReceipt(): void {
    this.openId = null
    if (!this.loaded || this.withdrawal?.status === RecordStatus.pending) return
    this.#requested = null
    this.loaded = { ...this.loaded, withdrawal: null }
  }

  /** In the background: a failure keeps what is on the screen, and the next event loads again. */
  async load(): Promise<void> {
    const playerId = this.#root.session.player?.id
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
    return loaded && loaded.playerId === this.#root.session.player?.id ? loaded : null
  }

  private async fetch(playerId: string): Promise<Loaded> {
    const options = { loading: false, ownFailure: true }
    const { api } = this.#root
    // An open receipt shows the outcome, also after a reload of the page.
    const opened = this.isReceiptOpen ? this.openId : null
    const followed = this.#requested?.playerId === playerId ? this.#requested.id : opened
    const { deposit, withdrawal } = await api.call(orderCalls.open, {}, options)
    const isOther = followed !== null && withdrawal?.id !== followed
    const record = isOther
      ? await api.call(orderCalls.withdrawal, { params: { orderId: followed } }, options)
      : withdrawal
    return {
      playerId,
      deposit: deposit && fromWireOrder(deposit),
      withdrawal: record && fromWireRecord(record),
    }
  }
}
