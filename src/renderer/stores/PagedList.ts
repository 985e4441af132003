import { makeAutoObservable, observableRef, runInAction } from 'mobx'
import { ignoreCallError } from './SessionStore.ts'

/**
 * One page of a list, newest row first. `next` is the cursor of the following page; null: this is the last.
 */
export interface Page<Row> {
  list: Row[]
  next: string | null
}

/**
 * Requests a page, the first one when there is no cursor. `first`: nothing is shown yet and the player waits.
 * `atLeast`: this many rows are shown and may all be returned in one page.
 */
export type FetchPage<Row> = (request: {
  cursor?: string
  first: boolean
  atLeast: number
}) => Promise<Page<Row>>

/**
 * A list that the server returns page by page, newest first. It can be refreshed without losing the player's
 * place.
 */
export class PagedList<Row extends { id: string }> {
  rows: Row[] = []
  state: 'loading' | 'ready' | 'failed' = 'loading'
  /** Whether the next page is loading or failed to load. */
  more: 'idle' | 'loading' | 'failed' = 'idle'
  private next: string | null = null
  /** Grows with each `load`: a response to an earlier one is dropped. */
  #generation = 0
  #isRefreshing = false
  /** Something happened that the newest page may contain. */
  #isStale = false
  readonly #fetch: FetchPage<Row>

  constructor(fetch: FetchPage<Row>) {
    this.#fetch = fetch
    makeAutoObservable(this, { rows: observableRef })
  }

  get hasMore(): boolean {
    return this.next !== null
  }

  /** Loads the list again from the top. */
  async load(): Promise<void> {
    const generation = ++this.#generation
    this.rows = []
    this.next = null
    this.more = 'idle'
    this.state = 'loading'
    this.#isStale = false
    try {
      const page = await this.#fetch({ first: true, atLeast: 0 })
      if (generation !== this.#generation) return
      runInAction(() => {
        this.rows = page.list
        this.next = page.next
        this.state = 'ready'
      })
      // A refresh requested meanwhile may concern something that this response does not contain yet.
      if (this.#isStale) void this.refresh()
    } catch (error) {
      ignoreCallError(error)
      if (generation === this.#generation) runInAction(() => (this.state = 'failed'))
    }
  }

  /** Another player begins: nothing is known until the next `load`. */
  forget(): void {
    this.#generation++
    this.rows = []
    this.next = null
    this.more = 'idle'
    this.state = 'loading'
  }

  /** Loads the next page at the end of the list. */
  async loadMore(): Promise<void> {
    const { next } = this
    const generation = this.#generation
    if (next === null || this.more === 'loading' || this.state !== 'ready') return
    this.more = 'loading'
    try {
      const page = await this.#fetch({ cursor: next, first: false, atLeast: 0 })
      if (generation !== this.#generation) return
      runInAction(() => {
        this.more = 'idle'
        // A refresh has replaced the list meanwhile: what lies between it and this page would be missing.
        if (next !== this.next) return
        const known = new Set(this.rows.map(({ id }) => id))
        this.rows = [...this.rows, ...page.list.filter(({ id }) => !known.has(id))]
        this.next = page.next
      })
    } catch (error) {
      ignoreCallError(error)
      if (generation === this.#generation) runInAction(() => (this.more = 'failed'))
    }
  }

  /**
   * Loads the newest page again, without showing a loading state. Older pages stay unless they no longer join
   * up with it. When called while a refresh or a load runs, the page is loaded once more after it. Returns false
   * when nothing was loaded.
   */
  async refresh(): Promise<boolean> {
    this.#isStale = true
    if (this.state !== 'ready' || this.#isRefreshing) return false
    this.#isRefreshing = true
    let isFresh = false
    try {
      while (this.#isStale && this.state === 'ready') {
        this.#isStale = false
        const generation = this.#generation
        const page = await this.#fetch({ first: false, atLeast: this.rows.length })
        isFresh = generation === this.#generation
        if (isFresh) runInAction(() => this.merge(page))
      }
      return isFresh
    } catch (error) {
      ignoreCallError(error)
      return false
    } finally {
      this.#isRefreshing = false
    }
  }

  /** Replaces a row by its newer state. */
  replace(row: Row): void {
    this.rows = this.rows.map((each) => (each.id === row.id ? row : each))
  }

  /** Removes a row that no longer belongs in the list. */
  remove(id: string): void {
    this.rows = this.rows.filter((row) => row.id !== id)
  }

  private merge({ list, next }: Page<Row>): void {
    const fresh = new Set(list.map(({ id }) => id))
    const overlap = this.rows.map(({ id }) => fresh.has(id)).lastIndexOf(true)
    const isConnected = overlap >= 0 && next !== null
    this.rows = isConnected ? [...list, ...this.rows.slice(overlap + 1)] : list
    if (!isConnected) this.next = next
  }
}
