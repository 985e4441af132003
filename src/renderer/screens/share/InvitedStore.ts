import { makeAutoObservable, observableRef, runInAction } from 'mobx'
import { fromWireInvitees, type Invitee, referralCalls } from '#contract/http/referrals.ts'
import type { RootStore } from '../../stores/RootStore.ts'
import { ignoreCallError } from '../../stores/SessionStore.ts'

/** Invited players of one referral level at a time, page by page. */
export class InvitedStore {
  level = 1
  state: 'loading' | 'ready' | 'failed' = 'loading'
  list: Invitee[] = []
  isLoadingMore = false
  private next: number | null = null
  #generation = 0
  readonly #root: Pick<RootStore, 'api'>

  constructor(root: Pick<RootStore, 'api'>) {
    this.#root = root
    makeAutoObservable(this, { list: observableRef })
  }

  get hasMore(): boolean {
    return this.next !== null
  }

  /** Shows another level, beginning with its newest player. */
  async show(level: number): Promise<void> {
    this.level = level
    this.list = []
    this.next = null
    this.state = 'loading'
    await this.fetch(0)
  }

  async loadMore(): Promise<void> {
    if (this.next === null || this.isLoadingMore) return
    this.isLoadingMore = true
    await this.fetch(this.next)
  }

  private async fetch(offset: number): Promise<void> {
    const generation = ++this.#generation
    try {
      const wire = await this.#root.api.call(
        referralCalls.agentInvited,
        { query: { level: this.level, offset } },
        { loading: false, ownFailure: true },
      )
      // The response is for a level that is no longer shown.
      if (generation !== this.#generation) return
      const { list, next } = fromWireInvitees(wire)
      runInAction(() => {
        this.list = [...this.list, ...list]
        this.next = next
        this.state = 'ready'
      })
    } catch (error) {
      ignoreCallError(error)
      if (generation === this.#generation) runInAction(() => (this.state = 'failed'))
    } finally {
      if (generation === this.#generation) runInAction(() => (this.isLoadingMore = false))
    }
  }
}
