import { makeAutoObservable, observableRef, runInAction } from 'mobx'
import { ignoreCallError } from './SessionStore.ts'

/** One page, newest first, and where the following begins. */
export interface Page<Row> {
  list: Row[]
  next: string | null
}

/**
 * Asks the server for a page: the first one without a cursor. `first`: nothing is shown yet and the player waits.
 * `atLeast`: so many rows are shown, which one page may bring again.
 */
export type FetchPage<Row> = (ask: { cursor?: string; first: boolean; atLeast: number }) => Promise<Page<Row>>

/** A list that the server gives page by page, newest first, and that is kept fresh without losing its place. */
export class PagedList<Row extends { id: string }> {
  rows: Row[] = []
  state: 'loading' | 'ready' | 'failed' = 'loading'
  /** The next page: on its way, or it did not come. */
  more: 'idle' | 'loading' | 'failed' = 'idle'
  private next: string | null = null
  /** Answers to a question that is not asked any more are dropped. */
  private question = 0
  private isRefreshing = false
  /** Something happened that the newest page may tell. */
  private isWanted = false

  constructor(private readonly fetch: FetchPage<Row>) {
    makeAutoObservable<this, 'fetch' | 'question' | 'isRefreshing' | 'isWanted'>(this, {
      fetch: false,
      question: false,
      isRefreshing: false,
      isWanted: false,
      rows: observableRef,
    })
  }

  get hasMore(): boolean {
    return this.next !== null
  }

  /** From the top. */
  async load(): Promise<void> {
    const question = ++this.question
    this.rows = []
    this.next = null
    this.more = 'idle'
    this.state = 'loading'
    try {
      const page = await this.fetch({ first: true, atLeast: 0 })
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
      const page = await this.fetch({ cursor: next, first: false, atLeast: 0 })
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

  /**
   * The newest page again, quietly; pages behind it stay unless they no longer join up. Asked for while it is on its
   * way, it comes once more. False: nothing came.
   */
  async refresh(): Promise<boolean> {
    this.isWanted = true
    if (this.state !== 'ready' || this.isRefreshing) return false
    this.isRefreshing = true
    let isFresh = false
    try {
      while (this.isWanted) {
        this.isWanted = false
        const { question } = this
        const page = await this.fetch({ first: false, atLeast: this.rows.length })
        isFresh = question === this.question
        if (isFresh) runInAction(() => this.join(page))
      }
      return isFresh
    } catch (error) {
      ignoreCallError(error)
      return false
    } finally {
      this.isRefreshing = false
    }
  }

  /** A row that belongs here no more. */
  drop(id: string): void {
    this.rows = this.rows.filter((row) => row.id !== id)
  }

  private join({ list, next }: Page<Row>): void {
    const fresh = new Set(list.map(({ id }) => id))
    const overlap = this.rows.findLastIndex(({ id }) => fresh.has(id))
    const joins = overlap >= 0 && next !== null
    this.rows = joins ? [...list, ...this.rows.slice(overlap + 1)] : list
    if (!joins) this.next = next
  }
}
