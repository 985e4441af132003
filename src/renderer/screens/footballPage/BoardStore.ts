import {
  compareStructural,
  computedStruct,
  makeAutoObservable,
  observable,
  observableRef,
  reaction,
  runInAction,
} from 'mobx'
import { houseDay } from '#contract/houseTime.ts'
import { boardCalls } from '#contract/http/board.ts'
import { fromWireMatch, sportsCalls, type Match, type MatchWire } from '#contract/http/sports.ts'
import { search } from '../../services/search.ts'
import { longestSearch, mostWatchedPages } from '#contract/rules/boardPages.ts'
import { isSport, sports, type Sport } from '#contract/rules/sports.ts'
import { MatchPeriod } from '#contract/statusCodes.ts'
import type { CallOptions } from '../../services/api.ts'
import type { PageVisibility } from '../../services/pageVisibility.ts'
import type { RootStore } from '../../stores/RootStore.ts'
import { ignoreCallError } from '../../stores/SessionStore.ts'
import { followFeed } from '../../features/odds/followFeed.ts'
import { marketOf, mainMarket, listedMarkets, type ListedMarket } from '../../features/odds/matchTexts.ts'
import { PriceMoves } from '../../features/odds/PriceMoves.ts'
import { BoardFavourites } from './BoardFavourites.ts'
import { byLeague, inOrder, partOf, type League } from './boardLeagues.ts'
import { BoardPages, type ListReply } from './BoardPages.ts'
import { BoardSearch } from './BoardSearch.ts'
import { PushedMatches } from './PushedMatches.ts'

/** `today`: those of the upcoming ones that begin today, by the clock of the device. */
export type When = 'live' | 'today' | 'upcoming'

/** A part of the board: the favourite matches, the popular ones, or a league. */
export interface Group extends League {
  kind: 'favourites' | 'popular' | 'league' | 'next'
}

/** Under these names the parts that are no leagues are folded. */
const favouritesName = '*favourites'
const popularName = '*popular'
const nextName = '*next'

/** What the row of a match shows beside its prices. */
export interface Row extends Omit<Match, 'markets' | 'version'> {
  /** How many markets the match has beside the one of a narrow row. */
  more: number
  /** How many it has beside those of a row of the table. */
  moreThanTable: number
}

/** A link to a part of the board; a league may have more matches than are loaded. */
export interface BoardLink {
  group: Group
  count: number
}

/** A list older than this, in ms, is not shown again before it has been refreshed. */
const freshMs = 15_000
/** The two lists of the server. */
type Listed = 'live' | 'upcoming'
const quiet = { loading: false, ownFailure: true } as const

/**
 * The board of /footballPage: the sports with the number of their matches, and the matches of one sport, live
 * or upcoming. Each match is a separate observable, so a changed price renders the prices of one row.
 */
export class BoardStore {
  sport: Sport = 'football'
  when: When = 'live'
  /** Which market the rows of a narrow screen show. */
  market: ListedMarket = 'winner'
  /** What the player searches for. */
  query = ''
  readonly favourites: BoardFavourites
  state: 'loading' | 'ready' | 'failed' = 'loading'
  leagues: readonly League[] = []
  /** The matches that most players have bet on, when the list was loaded: while somebody reads it, none moves. */
  private popular: readonly string[] = []
  /** Matches, teams and results are simulated. */
  isSimulated = false
  /** The part whose link was pressed: it is scrolled to as soon as it is there. */
  target: Group | undefined
  /** How far the list was scrolled when the player left it, in px. */
  scrollTop = 0
  /** What begins next, shown after few live matches. */
  private next: readonly string[] = []
  /** Matches of favourites and of opened leagues that are on pages not loaded yet, by league. */
  private marked: readonly League[] = []
  /** The leagues whose link was pressed: all their matches are shown together, in the part that was the last one then, or above. */
  readonly #opened = observable.map<string, number>()
  readonly #search = new BoardSearch((cursor) => this.searchPage(cursor))
  readonly #pages: BoardPages
  readonly #matches = observable.map<string, Match>({}, { deep: false })
  readonly #rows = observable.map<string, Row>({}, { deep: false })
  readonly #counts = observable.map<Sport, Record<Listed, number>>({}, { deep: false })
  /** Grows when another list is to be shown: the response for an earlier one is dropped. */
  #generation = 0
  #loadedAt = -Infinity
  readonly #pushed = new PushedMatches((matches) => this.show(matches))
  readonly #root: RootStore
  readonly #page: PageVisibility

  constructor(root: RootStore, page: PageVisibility = document) {
    this.#root = root
    this.#page = page
    this.favourites = new BoardFavourites(root)
    this.#pages = new BoardPages({
      fetch: (cursor, isAwaited) => this.listPage({ ...(cursor !== undefined && { cursor }) }, isAwaited),
      isToday: () => this.when === 'today',
      now: () => root.clock.now(),
    })
    makeAutoObservable<this, 'popular' | 'next' | 'marked'>(this, {
      favourites: false,
      shown: computedStruct,
      links: computedStruct,
      scrollTop: false,
      leagues: observableRef,
      target: observableRef,
      popular: observableRef,
      next: observableRef,
      marked: observableRef,
    })
  }

  match(id: string): Match | undefined {
    return this.#matches.get(id)
  }

  /** The same object until something in it has changed. */
  row(id: string): Row | undefined {
    return this.#rows.get(id)
  }

  /** Tells which matches are in view: they are shown first when many change. */
  setInView(id: string, isInView: boolean): void {
    this.#pushed.setInView(id, isInView)
  }

  /** How many matches of a sport there are; undefined while unknown. */
  count(sport: Sport, when: When): number | undefined {
    return this.#counts.get(sport)?.[listed(when)]
  }

  /** The board as the player wants it: found by the search, favourites first, then popular matches, then leagues. */
  get shown(): Group[] {
    const { found } = this
    const leagues = found ? this.foundLeagues : this.wholeLeagues
    const all = new Set(leagues.flatMap(({ ids }) => ids))
    for (const { ids } of this.marked) for (const id of ids) if (!found || found.has(id)) all.add(id)
    const favourites = [...all].filter((id) => this.favourites.has('matches', id))
    // Somebody who searches has a match in mind: its league helps more.
    const popular = found
      ? []
      : this.popular.filter((id) => all.has(id) && !this.favourites.has('matches', id))
    const isAbove = new Set([...favourites, ...popular])
    const isFavourite = ({ name }: League) => this.favourites.has('leagues', name)
    const others = leagues
      .map((league) => ({
        kind: 'league' as const,
        name: league.name,
        ids: league.ids.filter((id) => !isAbove.has(id)),
        ...(partOf(league) > 0 && !isFavourite(league) && { part: partOf(league) }),
      }))
      .sort((a, b) => Number(isFavourite(b)) - Number(isFavourite(a)))
    const groups: Group[] = [
      { kind: 'favourites', name: favouritesName, ids: favourites },
      { kind: 'popular', name: popularName, ids: popular },
      ...others,
      {
        kind: 'next',
        name: nextName,
        ids: this.next.filter((id) => !all.has(id) && (found?.has(id) ?? true)),
      },
    ]
    return groups.filter(({ ids }) => ids.length > 0)
  }

  /** Favourite and opened leagues with all their matches in one place, the others part by part. */
  private get wholeLeagues(): League[] {
    const whole = new Map<string, League>()
    const leagues: League[] = []
    const add = (league: League, isWhole: boolean) => {
      const first = isWhole && whole.get(league.name)
      if (first) return void (first.ids = [...first.ids, ...league.ids])
      const own = { ...league }
      if (isWhole) whole.set(league.name, own)
      leagues.push(own)
    }
    for (const league of this.leagues) add(league, this.isWhole(league.name))
    const loaded = new Set(leagues.flatMap(({ ids }) => ids))
    for (const { name, ids } of this.marked.filter((league) => this.isWhole(league.name))) {
      const others = ids.filter((id) => !loaded.has(id))
      if (others.length > 0) add({ name, ids: others, part: this.lastPart }, true)
    }
    for (const [name, part] of this.#opened) {
      const league = whole.get(name)
      if (league && partOf(league) > part) league.part = part
    }
    return leagues.sort((a, b) => partOf(a) - partOf(b))
  }

  private isWhole(league: string): boolean {
    return this.favourites.has('leagues', league) || this.#opened.has(league)
  }

  /** The matches that the search has found; null without one. */
  private get found(): Set<string> | null {
    if (!this.isSearching) return null
    const found = search(this.query, [...this.#matches.values()], ({ home, away, league }) =>
      [home, away, league].join(' '),
    )
    return new Set(found.map(({ id }) => id))
  }

  private get foundLeagues(): League[] {
    const matches = [...(this.found ?? [])].flatMap((id) => this.#matches.get(id) ?? [])
    return byLeague(this.inOrder(matches))
  }

  private get isSearching(): boolean {
    return this.query.trim() !== ''
  }

  /** Whether the server is asked for what the player searches: it has more than is loaded. */
  private get isAsking(): boolean {
    return this.isSearching && this.#pages.hasMore
  }

  /** Whether the server has not told yet, or could not tell, what it finds. */
  get searchState(): 'loading' | 'ready' | 'failed' {
    return this.isAsking ? this.#search.state : 'ready'
  }

  /** Whether there are matches after those that are shown. */
  get hasMore(): boolean {
    return this.isAsking ? this.#search.hasMore : !this.isSearching && this.#pages.hasMore
  }

  get more(): 'idle' | 'loading' | 'failed' {
    return this.isAsking ? this.#search.more : this.#pages.more
  }

  setQuery(query: string): void {
    this.query = query
    if (this.isAsking) return this.#search.askSoon()
    this.#search.stop()
    this.dropUnused()
  }

  /** When the matches of a part begin, ISO 8601; of the first one it is not said. */
  partTime(part: number): string | undefined {
    return this.#pages.partTime(part)
  }

  get lastPart(): number {
    return this.#pages.lastPart
  }

  /** The parts of the board, and the leagues that only pages have that are not loaded yet. */
  get links(): BoardLink[] {
    const links = new Map<string, BoardLink>()
    const above = new Map<string, number>()
    for (const group of this.shown) {
      const { kind, name, ids } = group
      links.set(name, {
        group: links.get(name)?.group ?? group,
        count: (links.get(name)?.count ?? 0) + ids.length,
      })
      if (kind === 'league' || kind === 'next') continue
      for (const league of ids.flatMap((id) => this.#rows.get(id)?.league ?? []))
        above.set(league, (above.get(league) ?? 0) + 1)
    }
    if (this.isSearching) return [...links.values()]
    for (const [name, total] of this.#pages.leagueCounts) {
      const count = total - (above.get(name) ?? 0)
      const link = links.get(name)
      if (link) link.count = Math.max(link.count, count)
      else if (count > 0) links.set(name, { group: { kind: 'league', name, ids: [] }, count })
    }
    return [...links.values()]
  }

  /** Unfolds a part of the board, loads all matches of a league, and has it scrolled to. */
  async open({ group, count }: BoardLink): Promise<void> {
    const { name, kind } = group
    if (this.favourites.has('folded', name)) this.favourites.toggle('folded', name)
    if (kind !== 'league' || group.ids.length >= count) return void (this.target = group)
    if (!this.#opened.has(name)) this.#opened.set(name, this.lastPart)
    await this.loadMarked({ loading: false, isAwaited: true })
    runInAction(() => (this.target = this.shown.find((each) => each.name === name)))
  }

  /** It has been scrolled to. */
  reach(): void {
    this.target = undefined
  }

  /** Another sport that has matches of the chosen kind: the one with the most. */
  get otherSport(): Sport | undefined {
    const { when } = this
    const others = sports.filter((sport) => sport !== this.sport && (this.count(sport, when) ?? 0) > 0)
    return others.sort((a, b) => (this.count(b, when) ?? 0) - (this.count(a, when) ?? 0))[0]
  }

  /** Loads and follows the board. Returns its cleanup. */
  start(sport?: string | null): () => void {
    if (sport && isSport(sport) && sport !== this.sport) this.sport = sport
    this.watch()
    const isFresh = this.state === 'ready' && performance.now() - this.#loadedAt < freshMs && !sport
    void (isFresh ? this.refresh() : this.load())
    const stop = followFeed(this.#root, this.#page, {
      receive: (matches) => this.receive(matches),
      refresh: () => this.refresh(),
      isPushed: () => this.isPushed,
    })
    const stopFavourites = this.favourites.follow()
    const stopMarks = reaction(
      () => JSON.stringify([this.favourites.names('matches'), this.favourites.names('leagues')]),
      () => void (this.state === 'ready' && this.loadMarked()),
    )
    return () => {
      stop()
      stopFavourites()
      stopMarks()
      this.#pushed.clear()
      this.#generation++
      this.#pages.stop()
      this.#search.stop()
      this.#root.realtime.watchFeed({ sport: null, matchId: null })
    }
  }

  setSport(sport: Sport): void {
    if (sport === this.sport) return
    this.sport = sport
    this.#pages.clear()
    this.watch()
    void this.load()
  }

  setMarket(market: ListedMarket): void {
    this.market = market
  }

  setWhen(when: When): void {
    if (when === this.when) return
    this.when = when
    void this.load()
  }

  /** Loads from scratch, with skeletons. */
  async load(): Promise<void> {
    this.#matches.clear()
    this.#rows.clear()
    this.#pushed.clear()
    this.#search.stop()
    this.#opened.clear()
    this.target = undefined
    this.leagues = []
    this.next = []
    this.marked = []
    this.scrollTop = 0
    this.#generation++
    this.state = 'loading'
    const hadMore = this.#pages.count > 1
    this.#pages.clear()
    if (hadMore) this.watch()
    await this.refresh()
  }

  /** Loads the pages that are shown and the counts; what is shown stays meanwhile, and when loading fails. */
  async refresh(): Promise<void> {
    const generation = this.#generation
    const isOver = () => generation !== this.#generation
    try {
      const pages = await this.#pages.fetchAll(this.state === 'loading')
      if (!pages || isOver()) return
      runInAction(() => this.replaceAll(pages))
      // Shown with the list at once: what comes later would move it.
      if (this.wanted() || this.marked.length > 0) await this.loadMarked(quiet)
      if (isOver()) return
      runInAction(() => {
        this.#loadedAt = performance.now()
        this.state = 'ready'
      })
      if (this.isAsking) await this.#search.refresh()
      const overview = await this.#root.api.call(sportsCalls.overview, {}, quiet)
      runInAction(() => {
        this.isSimulated = overview.simulated
        for (const { sport: kind, live, upcoming } of overview.sports)
          this.#counts.set(kind, { live, upcoming })
      })
    } catch (error) {
      ignoreCallError(error)
      runInAction(() => {
        if (!isOver() && this.state === 'loading') this.state = 'failed'
      })
    }
  }

  /** Loads the next page below what is shown: of what the search has found while there is one, else of the list. */
  async loadMore(): Promise<void> {
    if (this.isAsking) return this.#search.loadMore()
    if (this.state !== 'ready') return
    await this.#pages.loadMore((matches) => {
      for (const match of matches) this.apply(match)
      this.watch()
      this.groupByLeague()
    })
  }

  private listPage(more: { cursor?: string; search?: string }, isAwaited: boolean): Promise<ListReply> {
    const query = { sport: this.sport, when: listed(this.when), ...more }
    return this.#root.api.call(sportsCalls.matches, { query }, { ...quiet, isAwaited })
  }

  private async searchPage(
    cursor: string | undefined,
  ): Promise<{ ids: string[]; next: string | undefined } | null> {
    const { query } = this
    const generation = this.#generation
    const page = await this.listPage(
      { search: query.trim().slice(0, longestSearch), ...(cursor !== undefined && { cursor }) },
      true,
    )
    if (generation !== this.#generation || query !== this.query) return null
    runInAction(() => {
      for (const wire of page.matches) this.apply(fromWireMatch(wire))
    })
    return { ids: page.matches.map(({ matchId }) => matchId), next: this.#pages.cursorAfter(page) }
  }

  /** Favourites and opened leagues of which the loaded pages have not all; undefined: there are none. */
  private wanted(): { matches: string[]; leagues: string[] } | undefined {
    if (!this.#pages.hasMore) return undefined
    const loaded = new Map<string, number>()
    for (const { name, ids } of this.leagues) loaded.set(name, (loaded.get(name) ?? 0) + ids.length)
    const isMissing = (name: string) => (this.#pages.leagueCounts.get(name) ?? 0) > (loaded.get(name) ?? 0)
    const matches = this.favourites.names('matches').filter((id) => !this.#pages.ids.has(id))
    const leagues = [...new Set([...this.#opened.keys(), ...this.favourites.names('leagues')])].filter(
      isMissing,
    )
    return matches.length + leagues.length > 0 ? { matches, leagues } : undefined
  }

  /** Loads what is marked and not on the loaded pages; what is shown stays when that fails. */
  private async loadMarked(options: CallOptions = quiet): Promise<void> {
    const { sport, when } = this
    const wanted = this.wanted()
    const generation = this.#generation
    try {
      const { matches } = wanted
        ? await this.#root.api.call(
            boardCalls.marked,
            { body: { sport, when: listed(when), ...wanted } },
            { isAwaited: this.state === 'loading', ...options },
          )
        : { matches: [] }
      if (generation !== this.#generation) return
      runInAction(() => {
        const marked = matches.map(fromWireMatch).filter(({ id }) => !this.#pages.ids.has(id))
        for (const match of marked) this.apply(match)
        this.marked = byLeague(this.inOrder(marked.filter(({ id }) => this.#matches.has(id))))
        this.dropUnused()
      })
    } catch (error) {
      ignoreCallError(error)
    }
  }

  /** Whether a change of each match that is shown is pushed, or may wait: those marked on later pages, before they begin. */
  private get isPushed(): boolean {
    return (
      (this.marked.length === 0 || this.when !== 'live') && !this.isAsking && this.lastPart < mostWatchedPages
    )
  }

  private watch(): void {
    const pages = Math.min(this.#pages.count, mostWatchedPages)
    this.#root.realtime.watchFeed({ sport: this.sport, matchId: null, ...(pages > 1 && { pages }) })
  }

  /** Takes over whole pages: matches that are not on them have ended. What is shown already is not rendered in one task. */
  private replaceAll(pages: readonly ListReply[]): void {
    const { popular = [], next = [] } = pages[0] ?? {}
    if (this.state !== 'ready') this.popular = popular
    this.next = next.map(({ matchId }) => matchId)
    this.#pages.replace(pages)
    const list = pages.flatMap(({ matches }) => matches)
    const all = [...list, ...next]
    const isKnown = ({ matchId }: MatchWire) => this.#matches.has(matchId)
    const known = all.filter(isKnown)
    for (const wire of all) if (!isKnown(wire)) this.apply(fromWireMatch(wire))
    this.dropUnused()
    this.groupByLeague()
    this.#pushed.keep(this.used())
    this.#pushed.add(known)
    if (!this.wanted()) this.state = 'ready'
  }

  /** The ids that the list, the favourites or the search have. */
  private used(): Set<string> {
    const marked = this.marked.flatMap(({ ids }) => ids)
    return new Set([...this.#pages.ids, ...this.next, ...marked, ...this.#search.ids])
  }

  private dropUnused(): void {
    const used = this.used()
    for (const id of [...this.#matches.keys()]) if (!used.has(id)) this.remove(id)
  }

  private receive(list: MatchWire[]): void {
    if (this.state !== 'ready') return
    const own = list.filter(({ sport }) => sport === this.sport)
    this.#pages.add(own.map(({ matchId }) => matchId))
    this.#pushed.add(own)
  }

  private show(list: readonly MatchWire[]): void {
    // Grouping sorts and compares the whole list: only where a match has come, gone, or been moved.
    if (list.map((wire) => this.apply(fromWireMatch(wire))).includes(true)) this.groupByLeague()
  }

  /**
   * Takes over a newer version of a match. A match that has begun or ended leaves the list. Returns whether the list has
   * changed.
   */
  private apply(match: Match): boolean {
    const previous = this.#matches.get(match.id)
    if (previous && previous.version >= match.version) return false
    const isNext = this.next.includes(match.id) && match.period === MatchPeriod.notOpen
    const isListed = this.when === 'live' ? match.live || isNext : this.isUpcoming(match)
    if (!isListed) return this.remove(match.id)
    this.#matches.set(match.id, match)
    if (previous) this.#root.feature(PriceMoves).mark(previous, match)
    const row = rowOf(match)
    if (!compareStructural(row, this.#rows.get(match.id))) this.#rows.set(match.id, row)
    return (
      match.startsAt !== previous?.startsAt ||
      match.league !== previous.league ||
      match.live !== previous.live
    )
  }

  private remove(id: string): boolean {
    this.#rows.delete(id)
    return this.#matches.delete(id)
  }

  private isUpcoming({ live, period, startsAt }: Match): boolean {
    if (live || period !== MatchPeriod.notOpen) return false
    return (
      this.when === 'upcoming' || houseDay(new Date(startsAt)) === houseDay(new Date(this.#root.clock.now()))
    )
  }

  /** Sorts leagues by their first kick-off, part by part. An unchanged list keeps its identity, so that nothing renders. */
  private groupByLeague(): void {
    const matches = [...this.#pages.ids].flatMap((id) => this.#matches.get(id) ?? [])
    const next = this.#pages.group(this.inOrder(matches))
    if (JSON.stringify(next) !== JSON.stringify(this.leagues)) this.leagues = next
  }

  /** Those of this list in the order of the server. */
  private inOrder(matches: readonly Match[]): Match[] {
    const shown = matches.filter(({ live }) => live || this.when !== 'live')
    return inOrder(shown, this.#root.clock.now())
  }
}

function rowOf(match: Match): Row {
  const { markets: _markets, version: _version, ...row } = match
  const listed = listedMarkets.filter((market) => marketOf(match, market)).length
  return {
    ...row,
    more: match.marketCount - (mainMarket(match) ? 1 : 0),
    moreThanTable: match.marketCount - listed,
  }
}

function listed(when: When): Listed {
  return when === 'live' ? 'live' : 'upcoming'
}
