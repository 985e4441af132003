import { makeAutoObservable, observableRef, reaction, runInAction } from 'mobx'
import { CallError } from '#contract/errors.ts'
import { fromWireMessage, messageCalls, type InboxMessage } from '#contract/http/messages.ts'
import { UnreadStore } from '../../features/inbox/UnreadStore.ts'
import type { RootStore } from '../../stores/RootStore.ts'
import { ignoreCallError } from '../../stores/SessionStore.ts'

const notFound = 404

/** The inbox of /gameMess: the list, or one message by its id. */
export class InboxStore {
  state: 'loading' | 'ready' | 'failed' = 'loading'
  list: InboxMessage[] = []
  unread = 0
  isLoadingMore = false
  /** The opened message; `missing` when there is none with that id. */
  opened: InboxMessage | 'loading' | 'missing' | 'failed' | null = null
  /** The id of the message opened last, to which the list returns. */
  lastOpened: string | null = null
  private next: number | null = null
  readonly #root: Pick<RootStore, 'api' | 'session' | 'feature'>

  constructor(root: Pick<RootStore, 'api' | 'session' | 'feature'>) {
    this.#root = root
    makeAutoObservable(this, { list: observableRef, opened: observableRef })
  }

  get hasMore(): boolean {
    return this.next !== null
  }

  /** Loads, and again whenever user info changes: that is how the server announces news. */
  start(): () => void {
    void this.load()
    return reaction(
      () => this.#root.session.player,
      () => void this.load(true),
      { delay: 300 },
    )
  }

  async load(quiet = false): Promise<void> {
    if (!this.#root.session.isLoggedIn) return
    if (!quiet) this.state = 'loading'
    try {
      const wire = await this.#root.api.call(
        messageCalls.list,
        { query: {} },
        { loading: false, ownFailure: true },
      )
      runInAction(() => {
        this.list = wire.list.map(fromWireMessage)
        this.setUnread(wire.unread)
        this.next = wire.next
        this.state = 'ready'
      })
    } catch (error) {
      ignoreCallError(error)
      if (!quiet) runInAction(() => (this.state = 'failed'))
    }
  }

  async loadMore(): Promise<void> {
    if (this.next === null || this.isLoadingMore) return
    this.isLoadingMore = true
    try {
      const query = { cursor: this.next }
      const wire = await this.#root.api.call(messageCalls.list, { query }, { loading: false })
      runInAction(() => {
        this.list = [...this.list, ...wire.list.map(fromWireMessage)]
        this.next = wire.next
      })
    } catch (error) {
      ignoreCallError(error)
    } finally {
      runInAction(() => (this.isLoadingMore = false))
    }
  }

  /** Opens one message and marks it as read; null goes back to the list. */
  async open(id: string | null): Promise<void> {
    if (id === null) {
      this.opened = null
      return
    }
    this.lastOpened = id
    this.opened = this.list.find((message) => message.id === id) ?? 'loading'
    try {
      const wire = await this.#root.api.call(
        messageCalls.open,
        { params: { id } },
        { loading: false, ownFailure: true },
      )
      runInAction(() => {
        this.opened = fromWireMessage(wire)
        const before = this.list.find((message) => message.id === id)
        if (before && !before.isRead) this.setUnread(Math.max(0, this.unread - 1))
        else if (!before) void this.#root.feature(UnreadStore).load()
        this.list = this.list.map((message) => (message.id === id ? { ...message, isRead: true } : message))
      })
    } catch (error) {
      ignoreCallError(error)
      const isMissing = error instanceof CallError && error.httpStatus === notFound
      runInAction(() => (this.opened = isMissing ? 'missing' : 'failed'))
    }
  }

  async markAllRead(): Promise<void> {
    try {
      await this.#root.api.call(messageCalls.readAll, { body: {} }, { loading: false })
      runInAction(() => {
        this.setUnread(0)
        this.list = this.list.map((message) => ({ ...message, isRead: true }))
      })
    } catch (error) {
      ignoreCallError(error)
    }
  }

  /** Also for the marks outside of the inbox. */
  private setUnread(count: number): void {
    this.unread = count
    this.#root.feature(UnreadStore).set(count)
  }
}
