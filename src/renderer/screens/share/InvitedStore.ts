import { makeAutoObservable, observableRef, runInAction } from 'mobx'
import { fromWireInvitees, type Invitee, referralCalls } from '#contract/http/referrals.ts'
import type { RootStore } from '../../stores/RootStore.ts'
import { ignoreCallError } from '../../stores/SessionStore.ts'

/** Invited players of one referral level at a time, page by page. */
export class InvitedStore {
  level = 1
  state: 'loading' | 'ready' | 'failed' = 'loading'
  list: Invitee[] = []
  /** Whether the next page is loading or failed to load. */
  more: 'idle' | 'loading' | 'failed' = 'idle'
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
    this.more = 'idle'
    await this.fetch(0)
  }

  /** Another player begins: whoever was invited is known to the one who has left. */
  forget(): void {
    this.#generation++
    this.level = 1
    this.list = []
    this.next = null
    this.state = 'loading'
    this.more = 'idle'
  }

  async loadMore(): Promise<void> {
    if (this.next === null || this.more === 'loading') return
    this.more = 'loading'
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
        this.more = 'idle'
      })
    } catch (error) {
      ignoreCallError(error)
      if (generation !== this.#generation) return
      runInAction(() => {
        // Who is shown stays.
        if (this.state === 'ready') this.more = 'failed'
        else this.state = 'failed'
      })
    }
  }
}
