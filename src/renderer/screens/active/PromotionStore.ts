import { makeAutoObservable, observableRef, reaction, runInAction } from 'mobx'
import { CallError } from '#contract/errors.ts'
import { fromWirePromotion, type Promotion, promotionCalls } from '#contract/http/promotions.ts'
import { fromWireAmount } from '#contract/money.ts'
import { formatMoney } from '../../i18n/format.ts'
import type { RootStore } from '../../stores/RootStore.ts'
import { ignoreCallError } from '../../stores/SessionStore.ts'

/** /active{id}: one promotion with its claim. */
export class PromotionStore {
  /** unknown: there is no such promotion. */
  state: 'loading' | 'ready' | 'unknown' | 'failed' = 'loading'
  promotion: Promotion | null = null
  isClaiming = false
  /** Counts the loads: the response to an earlier one is dropped. */
  #loads = 0
  readonly #root: RootStore
  readonly #id: string

  constructor(root: RootStore, id: string) {
    this.#root = root
    this.#id = id
    makeAutoObservable(this, { promotion: observableRef })
  }

  /**
   * Loads now, after every login and logout, after a payment, and in another language: the operator's texts come in that of
   * the call. Returns its cleanup.
   */
  start(): () => void {
    const { session, realtime, language } = this.#root
    const stops = [
      reaction(
        () => session.isLoggedIn,
        () => void this.load(),
        { fireImmediately: true },
      ),
      reaction(
        () => [realtime.lastPayment, realtime.reconnects, language.code],
        () => void this.load(true),
      ),
    ]
    return () => {
      for (const stop of stops) stop()
    }
  }

  /** `quiet`: keeps the current state on screen until the response arrives. */
  async load(quiet = false): Promise<void> {
    const load = ++this.#loads
    if (!quiet) this.state = 'loading'
    try {
      const wire = await this.#root.api.call(
        promotionCalls.promotion,
        { params: { id: this.#id } },
        { loading: false, ownFailure: true },
      )
      if (load !== this.#loads) return
      runInAction(() => {
        this.promotion = fromWirePromotion(wire)
        this.state = 'ready'
      })
    } catch (error) {
      ignoreCallError(error)
      if (load !== this.#loads || this.state === 'ready') return
      const isUnknown = error instanceof CallError && [400, 404].includes(error.httpStatus)
      runInAction(() => (this.state = isUnknown ? 'unknown' : 'failed'))
    }
  }

  /** Claims, then loads the state again, also after a refusal. */
  async claim(): Promise<void> {
    if (this.isClaiming || this.promotion?.state !== 'available') return
    this.isClaiming = true
    try {
      const { amount } = await this.#root.api.call(promotionCalls.promotionClaim, { body: { id: this.#id } })
      const text = formatMoney(fromWireAmount(amount), this.#root.language.selected)
      this.#root.alerts.toast({ key: 'loyalty.claimed', params: { amount: text } })
      await this.#root.session.refresh()
    } catch (error) {
      ignoreCallError(error)
    } finally {
      runInAction(() => (this.isClaiming = false))
      await this.load(true)
    }
  }
}
