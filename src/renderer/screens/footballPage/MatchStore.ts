import { makeAutoObservable, observableRef, runInAction } from 'mobx'
import { CallError } from '#contract/errors.ts'
import {
  fromWireMatch,
  matchAfterChange,
  sportsCalls,
  type Match,
  type MatchChange,
  type MatchMarket,
  type MatchWire,
} from '#contract/http/sports.ts'
import type { GameTimeCode } from '#contract/rules/markets.ts'
import type { Market } from '#contract/rules/sports.ts'
import { GameTime } from '#contract/statusCodes.ts'
import type { PageVisibility } from '../../services/pageVisibility.ts'
import type { RootStore } from '../../stores/RootStore.ts'
import { followFeed } from '../../features/odds/followFeed.ts'
import { PriceMoves } from '../../features/odds/PriceMoves.ts'

/** The markets of one kind in one period of the match, one for each line. */
export interface MarketGroup {
  market: Market
  markets: MatchMarket[]
}

const notFound = 404
/** In display order. */
const gameTimes: readonly GameTimeCode[] = [
  GameTime.fullMatch,
  GameTime.firstHalf,
  GameTime.quarter1,
  GameTime.quarter2,
  GameTime.quarter3,
  GameTime.quarter4,
  GameTime.cornerKick,
]
const kinds: readonly Market[] = [
  'winner',
  'doubleChance',
  'handicap',
  'total',
  'bothScore',
  'bigSmall',
  'oddEven',
  'correctScore',
  'corners',
]

/** One match with all its markets (`/footballPage?match=`), updated while it is shown. */
export class MatchStore {
  /** `gone`: there is no such match. */
  state: 'loading' | 'ready' | 'failed' | 'gone' = 'loading'
  match: Match | null = null
  /** The match as the server sent it: what changes are changes of. */
  #wire: MatchWire | null = null
  /** Changes that have come while the match is loaded again. */
  readonly #missed: MatchChange[] = []
  private chosenGameTime: GameTimeCode = GameTime.fullMatch
  readonly #root: RootStore
  readonly #page: PageVisibility

  constructor(
    root: RootStore,
    readonly id: string,
    page: PageVisibility = document,
  ) {
    this.#root = root
    this.#page = page
    makeAutoObservable(this, { id: false, match: observableRef })
  }

  /** Periods of the match that have markets now. */
  get gameTimes(): GameTimeCode[] {
    const available = new Set(this.match?.markets.map(({ gameTime }) => gameTime))
    return gameTimes.filter((gameTime) => available.has(gameTime))
  }

  /** The chosen period or, when its markets have closed meanwhile, the first one. */
  get gameTime(): GameTimeCode {
    const available = this.gameTimes
    return available.includes(this.chosenGameTime)
      ? this.chosenGameTime
      : (available[0] ?? GameTime.fullMatch)
  }

  get groups(): MarketGroup[] {
    const shown = this.match?.markets.filter(({ gameTime }) => gameTime === this.gameTime) ?? []
    return kinds
      .map((market) => ({
        market,
        markets: shown.filter((each) => each.market === market).sort((a, b) => (a.line ?? 0) - (b.line ?? 0)),
      }))
      .filter(({ markets }) => markets.length > 0)
  }

  setGameTime(gameTime: GameTimeCode): void {
    this.chosenGameTime = gameTime
  }

  /** Loads and follows the match. Returns its cleanup. */
  start(): () => void {
    this.#root.realtime.watchFeed({ sport: null, matchId: this.id, changes: true })
    void this.refresh()
    const stop = followFeed(this.#root, this.#page, {
      receive: (matches) => this.receive(matches),
      receiveChange: (change) => this.receiveChange(change),
      refresh: () => this.refresh(),
    })
    return () => {
      stop()
      this.#root.realtime.watchFeed({ sport: null, matchId: null })
    }
  }

  async retry(): Promise<void> {
    this.state = 'loading'
    await this.refresh()
  }

  async refresh(): Promise<void> {
    const options = { loading: false, ownFailure: true, isAwaited: this.state === 'loading' }
    try {
      const wire = await this.#root.api.call(sportsCalls.match, { params: { matchId: this.id } }, options)
      runInAction(() => this.apply(wire))
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      runInAction(() => {
        // A match that is shown stays: the next request may succeed.
        if (this.match === null) this.state = error.httpStatus === notFound ? 'gone' : 'failed'
      })
    }
  }

  private receive(list: MatchWire[]): void {
    for (const wire of list) {
      // A push for the board has the main markets only; it may still arrive after the switch to this match.
      if (wire.matchId === this.id && wire.markets.length >= wire.marketCount) this.apply(wire)
    }
  }

  private receiveChange(change: MatchChange): void {
    const known = this.#wire
    if (change.matchId !== this.id || !known || known.version >= change.version) return
    const match = matchAfterChange(known, change)
    if (match) return this.apply(match)
    // What was sent before it was missed.
    this.#missed.push(change)
    if (this.#missed.length === 1) void this.resync()
  }

  /** Loads the match, once at a time; what has changed meanwhile follows it. */
  private async resync(): Promise<void> {
    await this.refresh()
    const missed = this.#missed.splice(0)
    runInAction(() => {
      for (const change of missed) this.receiveChange(change)
    })
  }

  private apply(wire: MatchWire): void {
    this.state = 'ready'
    if (this.match && this.match.version >= wire.version) return
    this.#wire = wire
    const match = fromWireMatch(wire)
    if (this.match) this.#root.feature(PriceMoves).mark(this.match, match)
    this.match = match
  }
}
