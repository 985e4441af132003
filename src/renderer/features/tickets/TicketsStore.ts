import { makeAutoObservable, reaction } from 'mobx'
import { fromWireTicket, sportsCalls, type Ticket } from '#contract/http/sports.ts'
import type { PageVisibility } from '../../services/pageVisibility.ts'
import { PagedList, type FetchPage, type Page } from '../../stores/PagedList.ts'
import type { RootStore } from '../../stores/RootStore.ts'
import { CashOut } from './CashOut.ts'

export const ticketTabs = ['open', 'settled'] as const
export type TicketTab = (typeof ticketTabs)[number]

const pageSize = 20
/** The largest page that the server returns (contract/http/sports.schema.ts). */
const largestPage = 50
/** How often open tickets are refreshed while they are shown, in ms: their cash-out amounts change. */
const refreshMs = 5_000

/** The player's tickets, newest first, page by page; open ones are refreshed. */
export class TicketsStore {
  tab: TicketTab = 'open'
  readonly cashOut: CashOut
  readonly #pages = new PagedList<Ticket>((request) => this.fetch(request))
  readonly #root: RootStore

  constructor(root: RootStore) {
    this.#root = root
    this.cashOut = new CashOut(root, ({ id }) => this.#pages.remove(id))
    makeAutoObservable(this, { cashOut: false })
  }

  get rows(): Ticket[] {
    return this.#pages.rows
  }

  get state(): 'loading' | 'ready' | 'failed' {
    return this.#pages.state
  }

  /** Whether the next page is loading or failed to load. */
  get more(): 'idle' | 'loading' | 'failed' {
    return this.#pages.more
  }

  get hasMore(): boolean {
    return this.#pages.hasMore
  }

  /** Loads after a login, and again as time passes and after pushes and reconnects. Returns its cleanup. */
  start(page: PageVisibility): () => void {
    const { session, realtime } = this.#root
    const refresh = () => void this.refresh()
    const timer = setInterval(() => {
      if (!page.hidden && this.tab === 'open') refresh()
    }, refreshMs)
    const onVisibility = () => !page.hidden && refresh()
    page.addEventListener('visibilitychange', onVisibility)
    const stops = [
      reaction(
        () => session.isLoggedIn,
        (isLoggedIn) => isLoggedIn && void this.load(),
        { fireImmediately: true },
      ),
      reaction(() => realtime.reconnects, refresh),
      realtime.onTopicEvent(({ name }) => {
        if (name === 'feed:ticket') refresh()
      }),
    ]
    return () => {
      for (const stop of stops) stop()
      clearInterval(timer)
      page.removeEventListener('visibilitychange', onVisibility)
      this.cashOut.cancel()
    }
  }

  setTab(tab: TicketTab): void {
    if (tab === this.tab) return
    this.tab = tab
    this.cashOut.cancel()
    void this.load()
  }

  /** A ticket that the player has changed. */
  replace(ticket: Ticket): void {
    this.#pages.replace(ticket)
  }

  load(): Promise<void> {
    return this.#pages.load()
  }

  loadMore(): Promise<void> {
    return this.#pages.loadMore()
  }

  private async refresh(): Promise<void> {
    if (this.#root.session.isLoggedIn && (await this.#pages.refresh())) this.cashOut.update(this.rows)
  }

  private async fetch({ cursor, first, atLeast }: Parameters<FetchPage<Ticket>>[0]): Promise<Page<Ticket>> {
    const limit = Math.min(largestPage, Math.max(pageSize, atLeast))
    const query = { state: this.tab, limit, ...(cursor === undefined ? {} : { cursor }) }
    const options = { loading: false, isAwaited: first, ownFailure: true }
    const { list, next } = await this.#root.api.call(sportsCalls.tickets, { query }, options)
    return { list: list.map(fromWireTicket), next }
  }
}
