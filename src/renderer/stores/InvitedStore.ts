import { makeAutoObservable, observableRef, runInAction } from 'mobx'
import { fromWireInvitees, growthCalls, type Invitee } from '#contract/http/growth.ts'
import type { RootStore } from './RootStore.ts'
import { ignoreCallError } from './SessionStore.ts'

/** Invited players of one referral level at a time, page by page. */
export class InvitedStore {
  level = 1
  state: 'loading' | 'ready' | 'failed' = 'loading'
  list: Invitee[] = []
  isLoadingMore = false
  private next: number | null = null
  private asked = 0

  constructor(private readonly root: Pick<RootStore, 'api'>) {
    makeAutoObservable<this, 'root' | 'asked'>(this, { root: false, asked: false, list: observableRef })
  }

  get hasMore(): boolean {
    return this.next !== null
  }

  /** Shows another level, from its newest player on. */
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
    const asked = ++this.asked
    try {
      const wire = await this.root.api.call(
        growthCalls.agentInvited,
        { query: { level: this.level, offset } },
        { loading: false, ownFailure: true },
      )
      // An answer to a level that was left meanwhile is nobody's.
      if (asked !== this.asked) return
      const { list, next } = fromWireInvitees(wire)
      runInAction(() => {
        this.list = [...this.list, ...list]
        this.next = next
        this.state = 'ready'
      })
    } catch (error) {
      ignoreCallError(error)
      if (asked === this.asked) runInAction(() => (this.state = 'failed'))
    } finally {
      if (asked === this.asked) runInAction(() => (this.isLoadingMore = false))
    }
  }
}
