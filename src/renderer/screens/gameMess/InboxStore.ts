import { makeAutoObservable, observableRef, reaction, runInAction } from 'mobx'
import { CallError } from '#contract/errors.ts'
import { fromWireMessage, messageCalls, type InboxMessage } from '#contract/http/messages.ts'
import { UnreadStore } from '../../features/inbox/UnreadStore.ts'
import type { RootStore } from '../../stores/RootStore.ts'
import { PagedList } from '../../stores/PagedList.ts'
import { onSessionEnd } from '../../stores/sessionEnd.ts'
import { ignoreCallError } from '../../stores/SessionStore.ts'

const notFound = 404

/** The inbox of /gameMess: the list, or one message by its id. */
export class InboxStore {
  unread = 0
  /** The opened message; `missing` when there is none with that id. */
  opened: InboxMessage | 'loading' | 'missing' | 'failed' | null = null
  /** The id of the message opened last, to which the list returns. */
  lastOpened: string | null = null
  /** The id in the address. */
  #shownId: string | null = null
  readonly #pages: PagedList<InboxMessage>
  readonly #root: Pick<RootStore, 'api' | 'session' | 'feature'>

  constructor(root: Pick<RootStore, 'api' | 'session' | 'feature'>) {
    this.#root = root
    this.#pages = new PagedList(async ({ cursor }) => {
      const query = cursor === undefined ? {} : { cursor: Number(cursor) }
      // The next page has no place of its own for its failure.
      const options = { loading: false, ownFailure: cursor === undefined }
      const wire = await root.api.call(messageCalls.list, { query }, options)
      if (cursor === undefined) this.setUnread(wire.unread)
      return { list: wire.list.map(fromWireMessage), next: wire.next === null ? null : String(wire.next) }
    })
    makeAutoObservable(this, { opened: observableRef })
  }

  get state(): 'loading' | 'ready' | 'failed' {
    return this.#pages.state
  }

  get list(): readonly InboxMessage[] {
    return this.#pages.rows
  }

  get hasMore(): boolean {
    return this.#pages.hasMore
  }

  get isLoadingMore(): boolean {
    return this.#pages.more === 'loading'
  }

  /** Loads, and again whenever user info changes: that is how the server announces news. Forgets all with its player. */
  start(): () => void {
    void this.load()
    const stops = [
      onSessionEnd(this.#root, () => this.forget()),
      reaction(
        () => this.#root.session.player,
        () => void this.renew(),
        { delay: 300 },
      ),
    ]
    return () => stops.forEach((stop) => stop())
  }

  async load(): Promise<void> {
    if (this.#root.session.isLoggedIn) await this.#pages.load()
  }

  /** Older pages and the place in them stay. */
  async renew(): Promise<void> {
    if (!this.#root.session.isLoggedIn) return
    if (this.state === 'ready') return void (await this.#pages.refresh())
    if (this.opened === 'loading') void this.open(this.#shownId)
    await this.#pages.load()
  }

  loadMore(): Promise<void> {
    return this.#pages.loadMore()
  }

  private forget(): void {
    this.#pages.forget()
    this.unread = 0
    this.opened = this.#shownId === null ? null : 'loading'
    this.lastOpened = null
  }

  /** Opens one message and marks it as read; null goes back to the list. */
  async open(id: string | null): Promise<void> {
    this.#shownId = id
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
        if (this.#shownId === id) this.opened = fromWireMessage(wire)
        const before = this.list.find((message) => message.id === id)
        if (before && !before.isRead) this.setUnread(Math.max(0, this.unread - 1))
        else if (!before) void this.#root.feature(UnreadStore).load()
        if (before) this.#pages.replace({ ...before, isRead: true })
      })
    } catch (error) {
      ignoreCallError(error)
      const isMissing = error instanceof CallError && error.httpStatus === notFound
      if (this.#shownId === id) runInAction(() => (this.opened = isMissing ? 'missing' : 'failed'))
    }
  }

  async markAllRead(): Promise<void> {
    try {
      await this.#root.api.call(messageCalls.readAll, { body: {} }, { loading: false })
      runInAction(() => {
        this.setUnread(0)
        for (const message of this.list) this.#pages.replace({ ...message, isRead: true })
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
