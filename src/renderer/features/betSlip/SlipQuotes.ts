import { reaction } from 'mobx'
import { sportsCalls, type MatchChange, type MatchWire } from '#contract/http/sports.ts'
import type { PeriodCode } from '#contract/rules/markets.ts'
import type { PageVisibility } from '../../services/pageVisibility.ts'
import type { RootStore } from '../../stores/RootStore.ts'
import { ignoreCallError } from '../../stores/SessionStore.ts'
import { legId, type LegQuote, type SlipLeg } from './SlipLeg.ts'

/** How often prices are requested while the page is visible, in ms. Pushed prices arrive in between. */
const refreshMs = 4_000

/** Keeps the prices of a slip current: requested every few seconds and after reconnects, updated by what is pushed. */
export class SlipQuotes {
  /** The newest pushed version of each match: an older one that arrives later is ignored. */
  readonly #versions = new Map<string, number>()
  /** Legs with a price pushed since the last request: the response may be older than that. */
  #pushed = new Set<string>()
  #isLoading = false
  readonly #root: RootStore
  readonly #legs: () => readonly SlipLeg[]
  readonly #onQuote: (leg: SlipLeg, quote: LegQuote) => void
  /** Called with every request, and when a match of the slip has changed. */
  readonly #onChange: () => void

  constructor(
    root: RootStore,
    legs: () => readonly SlipLeg[],
    onQuote: (leg: SlipLeg, quote: LegQuote) => void,
    onChange: () => void,
  ) {
    this.#root = root
    this.#legs = legs
    this.#onQuote = onQuote
    this.#onChange = onChange
  }

  /** Returns its cleanup. */
  start(page: PageVisibility): () => void {
    const refresh = () => {
      if (!page.hidden) void this.refresh()
    }
    const timer = setInterval(refresh, refreshMs)
    page.addEventListener('visibilitychange', refresh)
    const stops = [
      reaction(() => this.#root.realtime.reconnects, refresh),
      this.#root.realtime.onTopicEvent((event) => {
        if (event.name === 'feed:matches') for (const match of event.payload.matches) this.#applyPush(match)
        if (event.name === 'feed:changes') this.#applyPush(event.payload)
      }),
    ]
    refresh()
    return () => {
      for (const stop of stops) stop()
      clearInterval(timer)
      page.removeEventListener('visibilitychange', refresh)
    }
  }

  /** Requests the current price of every leg. A failure changes nothing: the next request follows soon. */
  async refresh(): Promise<void> {
    const legs = this.#legs()
    if (legs.length === 0 || this.#isLoading) return
    this.#isLoading = true
    this.#onChange()
    const pushed = (this.#pushed = new Set())
    try {
      const body = { legs: legs.map(({ pick }) => ({ matchId: pick.matchId, key: pick.key })) }
      const options = { loading: false, ownFailure: true }
      const quotes = await this.#root.api.call(sportsCalls.quote, { body }, options)
      for (const { matchId, key, odds, boostedFrom, live, homeScore, awayScore, period } of quotes) {
        const leg = this.#legs().find(({ id }) => id === legId(matchId, key))
        const score = { home: homeScore, away: awayScore }
        if (leg && !pushed.has(leg.id))
          this.#onQuote(leg, { odds, boostedFrom, isLive: live, score, period: period as PeriodCode })
      }
    } catch (error) {
      ignoreCallError(error)
    } finally {
      this.#isLoading = false
    }
  }

  #applyPush(match: MatchWire | MatchChange): void {
    const knownVersion = this.#versions.get(match.matchId)
    if (knownVersion !== undefined && match.version < knownVersion) return
    const legs = this.#legs().filter(({ pick }) => pick.matchId === match.matchId)
    if (legs.length === 0) return
    this.#onChange()
    for (const leg of legs) {
      const price = priceIn(match, leg.pick.key)
      // A push may carry the main markets only, or those that have changed: an option that is not in it may well be open.
      if (price === undefined) continue
      this.#pushed.add(leg.id)
      this.#versions.set(match.matchId, match.version)
      const score = { home: match.homeScore, away: match.awayScore }
      this.#onQuote(leg, { ...price, isLive: match.live, score, period: match.period as PeriodCode })
    }
  }
}

/** The price of an option in a pushed match: null while it is closed. Undefined when the match does not list it. */
function priceIn(
  match: MatchWire | MatchChange,
  key: string,
): Pick<LegQuote, 'odds' | 'boostedFrom'> | undefined {
  if (match.suspended) return { odds: null }
  for (const { suspended, options } of match.markets) {
    const option = options.find((each) => each.key === key)
    if (option) return suspended || option.suspended ? { odds: null } : option
  }
  return undefined
}
