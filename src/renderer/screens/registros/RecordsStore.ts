import { makeAutoObservable, observableRef, reaction, runInAction } from 'mobx'
import {
  fromWireRecord,
  fromWireRecords,
  orderCalls,
  type LedgerRecord,
  type RecordTab,
} from '#contract/http/order.ts'
import { fromWireTotals, recordCalls, type RecordTotals } from '#contract/http/recordSums.ts'
import { houseMidnight } from '#contract/houseTime.ts'
import { PagedList } from '../../stores/PagedList.ts'
import type { RootStore } from '../../stores/RootStore.ts'
import { ignoreCallError } from '../../stores/SessionStore.ts'

export const recordTabs = ['deposits', 'withdrawals', 'bets', 'rounds', 'bonuses'] as const
export const recordPeriods = ['today', 'week', 'month', 'all'] as const
export type RecordPeriod = (typeof recordPeriods)[number]

/** The tab of this name; the first one for any other name, and for none. */
export function recordTabOf(name: string | null): RecordTab {
  return recordTabs.find((tab) => tab === name) ?? 'deposits'
}

const pageSize = 50
const dayMs = 24 * 60 * 60 * 1000
/** How long pushes are collected before the newest page is refreshed, in ms. */
const debounceMs = 600

/** /registros: one tab and period at a time, page by page, newest first. */
export class RecordsStore {
  tab: RecordTab
  period: RecordPeriod = 'month'
  /** The record whose details are open. */
  selected: LedgerRecord | null = null
  /** Of what is listed; null until they are loaded. */
  totals: RecordTotals | null = null
  readonly #pages = new PagedList<LedgerRecord>(({ cursor, first }) => this.fetch(cursor, first))
  readonly #root: RootStore

  constructor(root: RootStore, tab: RecordTab) {
    this.#root = root
    this.tab = tab
    makeAutoObservable(this, { selected: observableRef, totals: observableRef })
  }

  get rows(): LedgerRecord[] {
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

  /** Loads after a login, closes the record after a logout, and refreshes the newest page after pushes and reconnects. Returns its cleanup. */
  start(): () => void {
    const { session, realtime, wallet } = this.#root
    const stops = [
      reaction(
        () => session.isLoggedIn,
        (isLoggedIn) => (isLoggedIn ? void this.load() : this.select(null)),
        { fireImmediately: true },
      ),
      reaction(
        () => [realtime.reconnects, wallet.cash, wallet.bonus],
        () => void this.refresh(),
        { delay: debounceMs },
      ),
    ]
    return () => {
      for (const stop of stops) stop()
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

  /** Opens the withdrawal that the address names. */
  async openWithdrawal(orderId: string): Promise<void> {
    try {
      const record = fromWireRecord(await this.#root.api.call(orderCalls.withdrawal, { params: { orderId } }))
      if (this.tab === 'withdrawals') this.select(record)
    } catch (error) {
      ignoreCallError(error)
    }
  }

  async load(): Promise<void> {
    this.totals = null
    await Promise.all([this.#pages.load(), this.loadTotals()])
  }

  loadMore(): Promise<void> {
    return this.#pages.loadMore()
  }

  private async refresh(): Promise<void> {
    if (!this.#root.session.isLoggedIn || !(await this.#pages.refresh())) return
    void this.loadTotals()
    runInAction(() => {
      const { selected } = this
      if (selected) this.selected = this.rows.find(({ id }) => id === selected.id) ?? selected
    })
  }

  /** The list matters more: without totals it stays as it is. */
  private async loadTotals(): Promise<void> {
    const { tab, period, from } = this
    try {
      const options = { loading: false, ownFailure: true }
      const wire = await this.#root.api.call(recordCalls.totals, { query: { tab, from } }, options)
      runInAction(() => {
        if (tab === this.tab && period === this.period) this.totals = fromWireTotals(wire)
      })
    } catch (error) {
      ignoreCallError(error)
    }
  }

  private async fetch(cursor: string | undefined, isFirst: boolean) {
    const query = { tab: this.tab, from: this.from, cursor, limit: pageSize }
    const options = { loading: false, isAwaited: isFirst, ownFailure: true }
    return fromWireRecords(await this.#root.api.call(orderCalls.records, { query }, options))
  }

  /** Beginning of the period, ISO 8601. There is no end, so that records of this moment are included. */
  private get from(): string | undefined {
    if (this.period === 'all') return undefined
    const days = { today: 0, week: 6, month: 29 }[this.period]
    return houseMidnight(new Date(this.#root.clock.now() - days * dayMs)).toISOString()
  }
}
