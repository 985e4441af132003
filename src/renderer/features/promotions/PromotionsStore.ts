import { makeAutoObservable, observableRef, reaction, runInAction } from 'mobx'
import { fromWirePromotion, type Promotion, promotionCalls } from '#contract/http/promotions.ts'
import type { RootStore } from '../../stores/RootStore.ts'
import { ignoreCallError } from '../../stores/SessionStore.ts'

/** The current promotions, with their states for a logged-in player. */
export class PromotionsStore {
  state: 'loading' | 'ready' | 'failed' = 'loading'
  list: Promotion[] = []
  readonly #root: Pick<RootStore, 'api' | 'session'>

  constructor(root: Pick<RootStore, 'api' | 'session'>) {
    this.#root = root
    makeAutoObservable(this, { list: observableRef })
  }

  /** Loads now and after every login and logout. Returns its cleanup. */
  start(): () => void {
    return reaction(
      () => this.#root.session.isLoggedIn,
      () => void this.load(),
      { fireImmediately: true },
    )
  }

  async load(): Promise<void> {
    this.state = 'loading'
    try {
      const { list } = await this.#root.api.call(
        promotionCalls.promotions,
        {},
        { loading: false, ownFailure: true },
      )
      runInAction(() => {
        this.list = list.map(fromWirePromotion)
        this.state = 'ready'
      })
    } catch (error) {
      ignoreCallError(error)
      runInAction(() => (this.state = 'failed'))
    }
  }
}
