import { makeAutoObservable, observableRef, runInAction } from 'mobx'
import { houseMidnight } from '#contract/houseTime.ts'
import type { DataOf } from '#contract/http/call.ts'
import { fromWireMatch, type Match, type sportsCalls } from '#contract/http/sports.ts'
import { ignoreCallError } from '../../stores/SessionStore.ts'
import { byLeague, orderKey, type League } from './boardLeagues.ts'

const dayMs = 24 * 3_600_000

export type ListReply = DataOf<typeof sportsCalls.matches>

/** The list whose pages these are. `isAwaited`: the player waits for the page. */
export interface PagedBoard {
  fetch: (cursor: string | undefined, isAwaited: boolean) => Promise<ListReply>
  /** Only the matches of today are shown. */
  isToday: () => boolean
  now: () => number
}

/**
 * The pages of a list of the server: how many are loaded, which matches they have, and what follows. Each page that is loaded after the
 * first is a part of the board below the others, and its matches stay in it, so that nothing moves.
 */
export class BoardPages {
  /** Of the page that follows the loaded ones. */
  more: 'idle' | 'loading' | 'failed' = 'idle'
  /** With several pages: how many matches each league has on all of them. */
  leagueCounts: ReadonlyMap<string, number> = new Map()
  /** The cursor of the page after the loaded ones; undefined: there is none. */
  private following: string | undefined
  /** The order keys at which the parts begin that were loaded after the first. */
  private cuts: readonly string[] = []
  #count = 1
  /** The ids of the matches on the loaded pages. */
  #ids: ReadonlySet<string> = new Set()
  /** Grows when another list is to be shown: the response for an earlier one is dropped. */
  #generation = 0
  readonly #board: PagedBoard

  constructor(board: PagedBoard) {
    this.#board = board
    makeAutoObservable<this, 'cuts'>(this, {
      leagueCounts: observableRef,
      cuts: observableRef,
      count: false,
      ids: false,
    })
  }

  /** How many are loaded, also while the first is loading. */
  get count(): number {
    return this.#count
  }

  get ids(): ReadonlySet<string> {
    return this.#ids
  }

  get hasMore(): boolean {
    return this.following !== undefined
  }

  get lastPart(): number {
    return this.cuts.length
  }

  /** When the matches of a part begin, ISO 8601; of the first one it is not said. */
  partTime(part: number): string | undefined {
    return this.cuts[part - 1]?.split(' ')[1]
  }

  /** Another list is to be shown. */
  clear(): void {
    this.stop()
    this.#count = 1
    this.#ids = new Set()
    this.cuts = []
    this.leagueCounts = new Map()
    this.following = undefined
  }

  /** Nobody waits for a response any more. */
  stop(): void {
    this.#generation++
    this.more = 'idle'
  }

  /** Loads as many pages as are shown, which `replace` takes over; null: another list is to be shown meanwhile. */
  async fetchAll(isAwaited: boolean): Promise<ListReply[] | null> {
    const generation = this.#generation
    const pages: ListReply[] = []
    let cursor: string | undefined
    do {
      const page = await this.#board.fetch(cursor, isAwaited)
      if (generation !== this.#generation) return null
      pages.push(page)
      cursor = this.cursorAfter(page)
    } while (cursor !== undefined && pages.length < this.#count)
    return pages
  }

  replace(pages: readonly ListReply[]): void {
    const leagues = pages[0]?.leagues ?? []
    const last = pages.at(-1)
    this.following = last && this.cursorAfter(last)
    this.leagueCounts = new Map(
      leagues.map(({ name, count, today }) => [name, this.#board.isToday() ? today : count]),
    )
    this.#ids = new Set(pages.flatMap(({ matches }) => matches.map(({ matchId }) => matchId)))
  }

  /** Loads the page that follows, as a part of its own. `show` is called with those of its matches that no other page has. */
  async loadMore(show: (matches: readonly Match[]) => void): Promise<void> {
    const { following: cursor } = this
    const generation = this.#generation
    if (cursor === undefined || this.more === 'loading') return
    this.more = 'loading'
    try {
      const page = await this.#board.fetch(cursor, true)
      if (generation === this.#generation) runInAction(() => show(this.append(page)))
    } catch (error) {
      ignoreCallError(error)
      if (generation === this.#generation) runInAction(() => (this.more = 'failed'))
    }
  }

  /** Matches that were pushed: the pages that are shown are pushed, and nothing else. */
  add(ids: readonly string[]): void {
    this.#ids = new Set([...this.#ids, ...ids])
  }

  /** The matches of today are on the first pages. */
  cursorAfter({ matches, nextCursor }: ListReply): string | undefined {
    const last = matches.at(-1)
    const tomorrow = houseMidnight(new Date(this.#board.now())).getTime() + dayMs
    return this.#board.isToday() && last && Date.parse(last.time) >= tomorrow ? undefined : nextCursor
  }

  /** Groups matches, in the order of the server, by league, part by part. */
  group(matches: readonly Match[]): League[] {
    const parts = new Map<number, Match[]>()
    for (const match of matches) {
      const key = orderKey(match, this.#board.now())
      const part = this.cuts.filter((cut) => cut <= key).length
      parts.set(part, [...(parts.get(part) ?? []), match])
    }
    return [...parts].flatMap(([part, list]) =>
      byLeague(list).map((league) => (part === 0 ? league : { ...league, part })),
    )
  }

  private append(page: ListReply): Match[] {
    const matches = page.matches.filter(({ matchId }) => !this.#ids.has(matchId)).map(fromWireMatch)
    const [first] = matches
    if (first) this.cuts = [...this.cuts, orderKey(first, this.#board.now())]
    this.add(matches.map(({ id }) => id))
    this.#count++
    this.following = this.cursorAfter(page)
    this.more = 'idle'
    return matches
  }
}
