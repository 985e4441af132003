import { makeAutoObservable, runInAction } from 'mobx'
import { messageCalls } from '#contract/http/messages.ts'
import type { RootStore } from '../../stores/RootStore.ts'
import { ignoreCallError } from '../../stores/SessionStore.ts'

/** The number of unread messages, for the badge in the account menu. */
export class UnreadStore {
  count = 0

  constructor(private readonly root: Pick<RootStore, 'api' | 'session'>) {
    makeAutoObservable<this, 'root'>(this, { root: false })
  }

  async load(): Promise<void> {
    if (!this.root.session.isLoggedIn) return
    try {
      const { unread } = await this.root.api.call(
        messageCalls.unread,
        {},
        { loading: false, ownFailure: true },
      )
      runInAction(() => (this.count = unread))
    } catch (error) {
      ignoreCallError(error)
    }
  }
}
