import { makeAutoObservable, observable, observableRef, runInAction } from 'mobx'
import { fromWireMatch, sportsCalls, type Match, type MatchWire } from '#contract/http/sports.ts'
import { isSport, sports, type Sport } from '#contract/rules/sports.ts'
import { MatchPeriod } from '#contract/statusCodes.ts'
import type { RootStore } from '../RootStore.ts'
import { ignoreCallError } from '../SessionStore.ts'
import { followFeed, type Page } from './followFeed.ts'

export type When = 'live' | 'upcoming'

/** Matches of one league, by kick-off. */
export interface League {
  name: string
  ids: readonly string[]
}

/** What was seen so long ago, in ms, is not shown again before it has been asked for. */
const freshMs = 15_000
const quiet = { loading: false, ownFailure: true } as const

/**
 * The board of /footballPage: the sports with what is on in each, and the matches of one, live or of the next
 * day. Every match is a value of its own: a price that changes redraws one row, a packet is one action.
 */
export class BoardStore {
  sport: Sport = 'football'
  when: When = 'live'
  state: 'loading' | 'ready' | 'failed' = 'loading'
  leagues: readonly League[] = []
  /** Matches, teams and results are made up. */
  isSimulated = false
  /** Server time - device time, in ms. */
  clockOffset = 0
  /** Where the list stood when it was left, in px. */
  scrollTop = 0
  private readonly matches = observable.map<string, Match>({}, { deep: false })
  private readonly counts = observable.map<Sport, Record<When, number>>({}, { deep: false })
  /** Grows when something else is to be shown: an answer to what was asked before is dropped. */
  private question = 0
  private loadedAt = -Infinity

  constructor(
    private readonly root: RootStore,
    private readonly page: Page = document,
  ) {
    makeAutoObservable<this, 'root' | 'page' | 'matches' | 'counts' | 'question' | 'loadedAt'>(this, {
      root: false,
      page: false,
      matches: false,
      counts: false,
      question: false,
      loadedAt: false,
      scrollTop: false,
      leagues: observableRef,
    })
  }

  match(id: string): Match | undefined {
    return this.matches.get(id)
  }

  /** How many matches of a sport are on; undefined while it is not known. */
  count(sport: Sport, when: When): number | undefined {
    return this.counts.get(sport)?.[when]
  }

  /** Another sport that has matches of the chosen kind, the one with most of them. */
  get elsewhere(): Sport | undefined {
    const { when } = this
    const others = sports.filter((sport) => sport !== this.sport && (this.count(sport, when) ?? 0) > 0)
    return others.sort((a, b) => (this.count(b, when) ?? 0) - (this.count(a, when) ?? 0))[0]
  }

  /** Shows and follows the board until the answered function is called. */
  start(sport?: string | null): () => void {
    if (sport && isSport(sport) && sport !== this.sport) this.sport = sport
    this.watch()
    const isFresh = this.state === 'ready' && Date.now() - this.loadedAt < freshMs && !sport
    void (isFresh ? this.refresh() : this.load())
    const stop = followFeed(this.root, this.page, {
      receive: (matches) => this.receive(matches),
      refresh: () => this.refresh(),
    })
    return () => {
      stop()
      this.question++
      this.root.realtime.watchFeed({ sport: null, matchId: null })
    }
  }

  setSport(sport: Sport): void {
    if (sport === this.sport) return
    this.sport = sport
    this.watch()
    void this.load()
  }

  setWhen(when: When): void {
    if (when === this.when) return
    this.when = when
    void this.load()
  }

  /** From the beginning, with skeletons. */
  async load(): Promise<void> {
    this.matches.clear()
    this.leagues = []
    this.scrollTop = 0
    this.question++
    this.state = 'loading'
    await this.refresh()
  }

  /** Asks for list and counts; what is shown stays while they come, and when they do not. */
  async refresh(): Promise<void> {
    const { sport, when, question } = this
    try {
      const options = { ...quiet, isAwaited: this.state === 'loading' }
      const { matches, serverTime } = await this.root.api.call(
        sportsCalls.matches,
        { query: { sport, when } },
        options,
      )
      if (question !== this.question) return
      runInAction(() => this.show(matches, serverTime))
      const overview = await this.root.api.call(sportsCalls.overview, {}, quiet)
      runInAction(() => {
        this.isSimulated = overview.simulated
        for (const { sport: kind, live, upcoming } of overview.sports)
          this.counts.set(kind, { live, upcoming })
      })
    } catch (error) {
      ignoreCallError(error)
      runInAction(() => {
        if (question === this.question && this.state === 'loading') this.state = 'failed'
      })
    }
  }

  private watch(): void {
    this.root.realtime.watchFeed({ sport: this.sport, matchId: null })
  }

  /** The whole list: what is not in it is not on any more. */
  private show(list: MatchWire[], serverTime: string): void {
    const listed = new Set(list.map(({ matchId }) => matchId))
    for (const id of [...this.matches.keys()]) if (!listed.has(id)) this.matches.delete(id)
    for (const wire of list) this.take(fromWireMatch(wire))
    this.clockOffset = Date.parse(serverTime) - Date.now()
    this.loadedAt = Date.now()
    this.state = 'ready'
    this.arrange()
  }

  private receive(list: MatchWire[]): void {
    if (this.state !== 'ready') return
    for (const wire of list) if (wire.sport === this.sport) this.take(fromWireMatch(wire))
    this.arrange()
  }

  /** A newer version replaces what is known; a match that began or ended leaves. */
  private take(match: Match): void {
    const known = this.matches.get(match.id)
    if (known && known.version >= match.version) return
    const isListed = this.when === 'live' ? match.live : !match.live && match.period === MatchPeriod.notOpen
    if (isListed) this.matches.set(match.id, match)
    else this.matches.delete(match.id)
  }

  /** Leagues in the order of their first kick-off. A list that is the same stays the same: nothing is redrawn. */
  private arrange(): void {
    const leagues = new Map<string, string[]>()
    const inOrder = [...this.matches.values()].sort(
      (a, b) => a.startsAt.localeCompare(b.startsAt) || a.id.localeCompare(b.id),
    )
    for (const { id, league } of inOrder) leagues.set(league, [...(leagues.get(league) ?? []), id])
    const next = [...leagues].map(([name, ids]) => ({ name, ids }))
    if (JSON.stringify(next) !== JSON.stringify(this.leagues)) this.leagues = next
  }
}

const made = new WeakMap<RootStore, BoardStore>()

/** One board for as long as the app runs: coming back finds the sport and the place where it was left. */
export function boardOf(root: RootStore): BoardStore {
  const known = made.get(root) ?? new BoardStore(root)
  made.set(root, known)
  return known
}
