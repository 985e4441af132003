import { PagedList } from '../../stores/PagedList.ts'

/** How long the player must pause before the server is asked, in ms. */
const pauseMs = 250

/** A page of what the server has found; null: the request is out of date. */
type Search = (cursor: string | undefined) => Promise<{ ids: string[]; next: string | undefined } | null>

/** What the server finds among the matches that the board has not loaded, page by page. */
export class BoardSearch {
  readonly #pages: PagedList<{ id: string }>
  #timer: ReturnType<typeof setTimeout> | undefined
  #wasAsked = false

  constructor(search: Search) {
    this.#pages = new PagedList(async ({ cursor }) => {
      const { ids, next } = (await search(cursor)) ?? { ids: [], next: undefined }
      return { list: ids.map((id) => ({ id })), next: next ?? null }
    })
  }

  get ids(): string[] {
    return this.#pages.rows.map(({ id }) => id)
  }

  get state(): 'loading' | 'ready' | 'failed' {
    return this.#pages.state
  }

  /** Of what follows the matches that are shown: the first page, too. */
  get more(): 'idle' | 'loading' | 'failed' {
    return this.state === 'ready' ? this.#pages.more : this.state
  }

  get hasMore(): boolean {
    return this.state !== 'ready' || this.#pages.hasMore
  }

  /** The player types. */
  askSoon(): void {
    this.stop()
    this.#wasAsked = true
    this.#timer = setTimeout(() => void this.#pages.load(), pauseMs)
  }

  loadMore(): Promise<void> {
    return this.state === 'ready' ? this.#pages.loadMore() : this.#pages.load()
  }

  /** Asks again, or for the first time. */
  async refresh(): Promise<void> {
    if (this.#wasAsked) await this.#pages.refresh()
    else this.askSoon()
  }

  stop(): void {
    clearTimeout(this.#timer)
    this.#wasAsked = false
    this.#pages.forget()
  }
}
