import { makeAutoObservable, reaction, runInAction } from 'mobx'
import { messageCalls } from '#contract/http/messages.ts'
import type { RootStore } from '../../stores/RootStore.ts'
import { ignoreCallError } from '../../stores/SessionStore.ts'

/** How long pushes are collected before the number is loaded again, in ms. */
const debounceMs = 500

/** The number of unread messages: for the marks on avatar and account link, and the badge in the account menu. */
export class UnreadStore {
  count = 0
  readonly #root: RootStore

  constructor(root: RootStore) {
    this.#root = root
    makeAutoObservable(this)
  }

  /** Loads at login, after reconnects, and when user info changes: that is how the server announces news. */
  start(): () => void {
    const { session, realtime } = this.#root
    return reaction(
      () => [session.player, realtime.reconnects],
      () => void this.load(),
      { delay: debounceMs, fireImmediately: true },
    )
  }

  /** The inbox knows it better. */
  set(count: number): void {
    this.count = count
  }

  async load(): Promise<void> {
    if (!this.#root.session.isLoggedIn) return this.set(0)
    try {
      const options = { loading: false, ownFailure: true }
      const { unread } = await this.#root.api.call(messageCalls.unread, {}, options)
      runInAction(() => this.set(this.#root.session.isLoggedIn ? unread : 0))
    } catch (error) {
      ignoreCallError(error)
    }
  }
}
