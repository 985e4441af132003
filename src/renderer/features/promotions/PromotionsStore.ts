import { makeAutoObservable, observableRef, reaction, runInAction } from 'mobx'
import { fromWirePromotion, type Promotion, promotionCalls } from '#contract/http/promotions.ts'
import type { RootStore } from '../../stores/RootStore.ts'
import { ignoreCallError } from '../../stores/SessionStore.ts'

type PromotionsRoot = Pick<RootStore, 'api' | 'session' | 'language'>

/** The current promotions, with their states for a logged-in player. */
export class PromotionsStore {
  state: 'loading' | 'ready' | 'failed' = 'loading'
  list: Promotion[] = []
  /** Counts the loads: the response to an earlier one is dropped. */
  #loads = 0
  readonly #root: PromotionsRoot

  constructor(root: PromotionsRoot) {
    this.#root = root
    makeAutoObservable(this, { list: observableRef })
  }

  /** Loads now, after every login and logout, and in another language: the operator's texts come in that of the call. Returns its cleanup. */
  start(): () => void {
    const { session, language } = this.#root
    const stops = [
      reaction(
        () => session.isLoggedIn,
        () => void this.load(),
        { fireImmediately: true },
      ),
      reaction(
        () => language.code,
        () => void this.load(true),
      ),
    ]
    return () => stops.forEach((stop) => stop())
  }

  /** `quiet`: keeps the current list on screen until the response arrives. */
  async load(quiet = false): Promise<void> {
    const load = ++this.#loads
    if (!quiet) this.state = 'loading'
    try {
      const { list } = await this.#root.api.call(
        promotionCalls.promotions,
        {},
        { loading: false, ownFailure: true },
      )
      if (load !== this.#loads) return
      runInAction(() => {
        this.list = list.map(fromWirePromotion)
        this.state = 'ready'
      })
    } catch (error) {
      ignoreCallError(error)
      if (load !== this.#loads || this.state === 'ready') return
      runInAction(() => (this.state = 'failed'))
    }
  }
}
