import { makeAutoObservable, observableRef, reaction, runInAction } from 'mobx'
import { fromWireTicket, sportsCalls, type Ticket } from '#contract/http/sports.ts'
import type { RootStore } from '../RootStore.ts'
import { ignoreCallError } from '../SessionStore.ts'
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
  rows: Ticket[] = []
  state: 'loading' | 'ready' | 'failed' = 'loading'
  /** The next page: on its way, or it did not come. */
  more: 'idle' | 'loading' | 'failed' = 'idle'
  readonly cashOut: CashOut
  private next: string | null = null
  /** Answers to a question that is not asked any more are dropped. */
  private question = 0
  private isRefreshing = false

  constructor(private readonly root: RootStore) {
    this.cashOut = new CashOut(root, (ticket) => this.drop(ticket))
    makeAutoObservable<this, 'root' | 'question' | 'isRefreshing'>(this, {
      root: false,
      question: false,
      isRefreshing: false,
      cashOut: false,
      rows: observableRef,
    })
  }

  get hasMore(): boolean {
    return this.next !== null
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

  /** From the top. */
  async load(): Promise<void> {
    const question = ++this.question
    this.rows = []
    this.next = null
    this.more = 'idle'
    this.state = 'loading'
    try {
      const page = await this.fetch(undefined, pageSize)
      if (question !== this.question) return
      runInAction(() => {
        this.rows = page.list
        this.next = page.next
        this.state = 'ready'
      })
    } catch (error) {
      ignoreCallError(error)
      if (question === this.question) runInAction(() => (this.state = 'failed'))
    }
  }

  /** The following page, at the end of the list. */
  async loadMore(): Promise<void> {
    const { next, question } = this
    if (next === null || this.more === 'loading' || this.state !== 'ready') return
    this.more = 'loading'
    try {
      const page = await this.fetch(next, pageSize)
      if (question !== this.question) return
      runInAction(() => {
        const known = new Set(this.rows.map(({ id }) => id))
        this.rows = [...this.rows, ...page.list.filter(({ id }) => !known.has(id))]
        this.next = page.next
        this.more = 'idle'
      })
    } catch (error) {
      ignoreCallError(error)
      if (question === this.question) runInAction(() => (this.more = 'failed'))
    }
  }

  /** The newest ones again, quietly; older pages stay where they join up. */
  private async refresh(): Promise<void> {
    const { question } = this
    if (this.state !== 'ready' || this.isRefreshing || !this.root.session.isLoggedIn) return
    this.isRefreshing = true
    try {
      const size = Math.min(largestPage, Math.max(pageSize, this.rows.length))
      const page = await this.fetch(undefined, size)
      if (question === this.question) runInAction(() => this.renew(page))
    } catch (error) {
      ignoreCallError(error)
    } finally {
      this.isRefreshing = false
    }
  }

  private renew(page: { list: Ticket[]; next: string | null }): void {
    const last = page.list.at(-1)
    const seam = last && page.next !== null ? this.rows.findIndex(({ id }) => id === last.id) : -1
    if (seam >= 0) this.rows = [...page.list, ...this.rows.slice(seam + 1)]
    else {
      this.rows = page.list
      this.next = page.next
    }
    this.cashOut.follow(this.rows)
  }

  private drop(ticket: Ticket): void {
    this.rows = this.rows.filter(({ id }) => id !== ticket.id)
  }

  private async fetch(cursor: string | undefined, limit: number) {
    const query = { state: this.tab, limit, ...(cursor === undefined ? {} : { cursor }) }
    const options = { loading: false, isAwaited: this.state === 'loading', ownFailure: true }
    const { list, next } = await this.root.api.call(sportsCalls.tickets, { query }, options)
    return { list: list.map(fromWireTicket), next }
  }
}
