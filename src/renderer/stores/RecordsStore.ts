import { makeAutoObservable, observableRef, reaction, runInAction } from 'mobx'
import { fromWireRecords, orderCalls, type LedgerRecord, type RecordTab } from '#contract/http/order.ts'
import type { RootStore } from './RootStore.ts'
import { ignoreCallError } from './SessionStore.ts'

export const recordTabs = ['deposits', 'withdrawals', 'bets', 'rounds', 'bonuses'] as const
export const recordPeriods = ['today', 'week', 'month', 'all'] as const
export type RecordPeriod = (typeof recordPeriods)[number]

const pageSize = 50
const dayMs = 24 * 60 * 60 * 1000
/** How long pushes may gather before the newest page is asked for again, in ms. */
const settleMs = 600

/** /registros (PRODUCT.md section 4): one tab and period at a time, page after page, newest first. */
export class RecordsStore {
  tab: RecordTab = 'deposits'
  period: RecordPeriod = 'month'
  rows: LedgerRecord[] = []
  state: 'loading' | 'ready' | 'failed' = 'loading'
  /** The next page: on its way, or it did not come. */
  more: 'idle' | 'loading' | 'failed' = 'idle'
  /** The record whose detail is open. */
  selected: LedgerRecord | null = null
  private next: string | null = null
  /** Answers to a question that is not asked any more are dropped. */
  private question = 0

  constructor(
    private readonly root: RootStore,
    private readonly now: () => number = Date.now,
  ) {
    makeAutoObservable<this, 'root' | 'now' | 'question'>(this, {
      root: false,
      now: false,
      question: false,
      rows: observableRef,
      selected: observableRef,
    })
  }

  get hasMore(): boolean {
    return this.next !== null
  }

  /** Loads on login, and the newest page again after pushes and reconnects. Returns its undoing. */
  start(tab?: string | null): () => void {
    this.tab = recordTabs.find((known) => known === tab) ?? this.tab
    const { session, realtime, wallet } = this.root
    const undo = [
      reaction(
        () => session.isLoggedIn,
        (isLoggedIn) => isLoggedIn && void this.load(),
        { fireImmediately: true },
      ),
      reaction(
        () => [realtime.reconnects, wallet.balance, wallet.bonusBalance],
        () => void this.refresh(),
        { delay: settleMs },
      ),
    ]
    return () => {
      for (const stop of undo) stop()
    }
  }

  setTab(tab: RecordTab): void {
    if (tab === this.tab) return
    this.tab = tab
    void this.load()
  }

  setPeriod(period: RecordPeriod): void {
    if (period === this.period) return
    this.period = period
    void this.load()
  }

  select(record: LedgerRecord | null): void {
    this.selected = record
  }

  /** From the top. */
  async load(): Promise<void> {
    const question = ++this.question
    this.rows = []
    this.next = null
    this.more = 'idle'
    this.state = 'loading'
    try {
      const page = await this.fetch(undefined)
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
      const page = await this.fetch(next, true)
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

  /** The newest page again, quietly; pages behind it stay unless they no longer join up. */
  private async refresh(): Promise<void> {
    const { question } = this
    if (this.state !== 'ready' || !this.root.session.isLoggedIn) return
    const page = await this.fetch(undefined, true).catch(ignoreCallError)
    if (!page || question !== this.question) return
    runInAction(() => {
      const fresh = new Set(page.list.map(({ id }) => id))
      const overlap = this.rows.findLastIndex(({ id }) => fresh.has(id))
      const joins = overlap >= 0 && page.next !== null
      this.rows = joins ? [...page.list, ...this.rows.slice(overlap + 1)] : page.list
      if (!joins) this.next = page.next
      const { selected } = this
      if (selected) this.selected = this.rows.find(({ id }) => id === selected.id) ?? selected
    })
  }

  private async fetch(cursor: string | undefined, quiet = false) {
    const query = { tab: this.tab, from: this.from, cursor, limit: pageSize }
    const options = { loading: false, isAwaited: !quiet, ownFailure: quiet }
    return fromWireRecords(await this.root.api.call(orderCalls.records, { query }, options))
  }

  /** Beginning of the period, ISO 8601; no end, so that a record of this moment is in. */
  private get from(): string | undefined {
    if (this.period === 'all') return undefined
    const start = new Date(this.now())
    start.setHours(0, 0, 0, 0)
    const days = { today: 0, week: 6, month: 29 }[this.period]
    return new Date(start.getTime() - days * dayMs).toISOString()
  }
}
