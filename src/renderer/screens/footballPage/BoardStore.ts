import {
  compareStructural,
  computedStruct,
  makeAutoObservable,
  observable,
  observableRef,
  runInAction,
} from 'mobx'
import { houseDay } from '#contract/houseTime.ts'
import { fromWireMatch, sportsCalls, type Match, type MatchWire } from '#contract/http/sports.ts'
import { search } from '../../services/search.ts'
import { isSport, sports, type Sport } from '#contract/rules/sports.ts'
import { MatchPeriod } from '#contract/statusCodes.ts'
import type { PageVisibility } from '../../services/pageVisibility.ts'
import type { RootStore } from '../../stores/RootStore.ts'
import { ignoreCallError } from '../../stores/SessionStore.ts'
import { followFeed } from '../../features/odds/followFeed.ts'
import { marketOf, mainMarket, listedMarkets, type ListedMarket } from '../../features/odds/matchTexts.ts'
import { PriceMoves } from '../../features/odds/PriceMoves.ts'
import { BoardFavourites } from './BoardFavourites.ts'
import { PushedMatches } from './PushedMatches.ts'

/** `today`: those of the upcoming ones that begin today, by the clock of the device. */
export type When = 'live' | 'today' | 'upcoming'

/** Matches of one league, by kick-off. */
export interface League {
  name: string
  ids: readonly string[]
}

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
  /** How far the list was scrolled when the player left it, in px. */
  scrollTop = 0
  /** What begins next, shown after few live matches. */
  private next: readonly string[] = []
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
    makeAutoObservable<this, 'popular' | 'next'>(this, {
      favourites: false,
      shown: computedStruct,
      scrollTop: false,
      leagues: observableRef,
      popular: observableRef,
      next: observableRef,
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
    const leagues = this.leagues.map(({ name, ids }) => ({
      name,
      ids: ids.filter((id) => found?.has(id) ?? true),
    }))
    const all = new Set(leagues.flatMap(({ ids }) => ids))
    const favourites = [...all].filter((id) => this.favourites.has('matches', id))
    // Somebody who searches has a match in mind: its league helps more.
    const popular = found
      ? []
      : this.popular.filter((id) => all.has(id) && !this.favourites.has('matches', id))
    const isAbove = new Set([...favourites, ...popular])
    const others = leagues
      .map(({ name, ids }) => ({ kind: 'league' as const, name, ids: ids.filter((id) => !isAbove.has(id)) }))
      .sort(
        (a, b) =>
          Number(this.favourites.has('leagues', b.name)) - Number(this.favourites.has('leagues', a.name)),
      )
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

  /** The matches that the search has found; null without one. */
  private get found(): Set<string> | null {
    if (this.query.trim() === '') return null
    const found = search(this.query, [...this.#matches.values()], ({ home, away, league }) =>
      [home, away, league].join(' '),
    )
    return new Set(found.map(({ id }) => id))
  }

  setQuery(query: string): void {
    this.query = query
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
    })
    const stopFavourites = this.favourites.follow()
    return () => {
      stop()
      stopFavourites()
      this.#pushed.clear()
      this.#generation++
      this.#root.realtime.watchFeed({ sport: null, matchId: null })
    }
  }

  setSport(sport: Sport): void {
    if (sport === this.sport) return
    this.sport = sport
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
    this.leagues = []
    this.next = []
    this.scrollTop = 0
    this.#generation++
    this.state = 'loading'
    await this.refresh()
  }

  /** Loads list and counts; what is shown stays meanwhile, and when loading fails. */
  async refresh(): Promise<void> {
    const { sport, when } = this
    const generation = this.#generation
    try {
      const options = { ...quiet, isAwaited: this.state === 'loading' }
      const { matches, popular, next } = await this.#root.api.call(
        sportsCalls.matches,
        { query: { sport, when: listed(when) } },
        options,
      )
      if (generation !== this.#generation) return
      runInAction(() => {
        if (this.state !== 'ready') this.popular = popular ?? []
        this.replaceAll(matches, next ?? [])
      })
      const overview = await this.#root.api.call(sportsCalls.overview, {}, quiet)
      runInAction(() => {
        this.isSimulated = overview.simulated
        for (const { sport: kind, live, upcoming } of overview.sports)
          this.#counts.set(kind, { live, upcoming })
      })
    } catch (error) {
      ignoreCallError(error)
      runInAction(() => {
        if (generation === this.#generation && this.state === 'loading') this.state = 'failed'
      })
    }
  }

  private watch(): void {
    this.#root.realtime.watchFeed({ sport: this.sport, matchId: null })
  }

  /** Takes over a whole list: matches that are not in it have ended. What is shown already is not rendered in one task. */
  private replaceAll(live: MatchWire[], next: MatchWire[]): void {
    this.next = next.map(({ matchId }) => matchId)
    const list = [...live, ...next]
    const listed = new Set(list.map(({ matchId }) => matchId))
    for (const id of [...this.#matches.keys()]) if (!listed.has(id)) this.remove(id)
    const isKnown = ({ matchId }: MatchWire) => this.#matches.has(matchId)
    const known = list.filter(isKnown)
    for (const wire of list) if (!isKnown(wire)) this.apply(fromWireMatch(wire))
    this.#loadedAt = performance.now()
    this.state = 'ready'
    this.groupByLeague()
    this.#pushed.keep(listed)
    this.#pushed.add(known)
  }

  private receive(list: MatchWire[]): void {
    if (this.state === 'ready') this.#pushed.add(list.filter(({ sport }) => sport === this.sport))
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

  /** Sorts leagues by their first kick-off. An unchanged list keeps its identity, so that nothing renders. */
  private groupByLeague(): void {
    const leagues = new Map<string, string[]>()
    const inOrder = [...this.#matches.values()]
      .filter(({ live }) => live || this.when !== 'live')
      .sort((a, b) => a.startsAt.localeCompare(b.startsAt) || a.id.localeCompare(b.id))
    for (const { id, league } of inOrder) leagues.set(league, [...(leagues.get(league) ?? []), id])
    const next = [...leagues].map(([name, ids]) => ({ name, ids }))
    if (JSON.stringify(next) !== JSON.stringify(this.leagues)) this.leagues = next
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
