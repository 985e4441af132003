import { makeAutoObservable, reaction } from 'mobx'
import { fromWireTicket, sportsCalls, type Ticket } from '#contract/http/sports.ts'
import { PagedList, type FetchPage, type Page } from '../PagedList.ts'
import type { RootStore } from '../RootStore.ts'
import { CashOut } from './CashOut.ts'
import type { SlipPage } from './SlipQuotes.ts'

export const ticketTabs = ['open', 'settled'] as const
export type TicketTab = (typeof ticketTabs)[number]

const pageSize = 20
/** The most that one question may ask for (contract/http/sports.schema.ts). */
const largestPage = 50
/** How often open tickets are asked for while they are shown, in ms: what cashing out pays changes. */
const everyMs = 5_000

/** The player's bet slips, newest first, page after page; those that are open are kept fresh. */
export class TicketsStore {
  tab: TicketTab = 'open'
  readonly cashOut: CashOut
  private readonly pages = new PagedList<Ticket>((ask) => this.fetch(ask))

  constructor(private readonly root: RootStore) {
    this.cashOut = new CashOut(root, ({ id }) => this.pages.drop(id))
    makeAutoObservable<this, 'root' | 'pages'>(this, { root: false, pages: false, cashOut: false })
  }

  get rows(): Ticket[] {
    return this.pages.rows
  }

  get state(): 'loading' | 'ready' | 'failed' {
    return this.pages.state
  }

  /** The next page: on its way, or it did not come. */
  get more(): 'idle' | 'loading' | 'failed' {
    return this.pages.more
  }

  get hasMore(): boolean {
    return this.pages.hasMore
  }

  /** Loads on login, and again as time goes by, after pushes and reconnects. Returns its undoing. */
  start(page: SlipPage): () => void {
    const { session, realtime } = this.root
    const refresh = () => void this.refresh()
    const timer = setInterval(() => {
      if (!page.hidden && this.tab === 'open') refresh()
    }, everyMs)
    const look = () => !page.hidden && refresh()
    page.addEventListener('visibilitychange', look)
    const undo = [
      reaction(
        () => session.isLoggedIn,
        (isLoggedIn) => isLoggedIn && void this.load(),
        { fireImmediately: true },
      ),
      reaction(() => realtime.reconnects, refresh),
      realtime.onPart(({ name }) => {
        if (name === 'feed:ticket') refresh()
      }),
    ]
    return () => {
      for (const stop of undo) stop()
      clearInterval(timer)
      page.removeEventListener('visibilitychange', look)
      this.cashOut.cancel()
    }
  }

  setTab(tab: TicketTab): void {
    if (tab === this.tab) return
    this.tab = tab
    this.cashOut.cancel()
    void this.load()
  }

  load(): Promise<void> {
    return this.pages.load()
  }

  loadMore(): Promise<void> {
    return this.pages.loadMore()
  }

  private async refresh(): Promise<void> {
    if (this.root.session.isLoggedIn && (await this.pages.refresh())) this.cashOut.follow(this.rows)
  }

  private async fetch({ cursor, first, atLeast }: Parameters<FetchPage<Ticket>>[0]): Promise<Page<Ticket>> {
    const limit = Math.min(largestPage, Math.max(pageSize, atLeast))
    const query = { state: this.tab, limit, ...(cursor === undefined ? {} : { cursor }) }
    const options = { loading: false, isAwaited: first, ownFailure: true }
    const { list, next } = await this.root.api.call(sportsCalls.tickets, { query }, options)
    return { list: list.map(fromWireTicket), next }
  }
}
