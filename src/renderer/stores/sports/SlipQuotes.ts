import { reaction } from 'mobx'
import { sportsCalls, type MatchWire } from '#contract/http/sports.ts'
import type { PeriodCode } from '#contract/rules/markets.ts'
import type { RootStore } from '../RootStore.ts'
import { ignoreCallError } from '../SessionStore.ts'
import { legId, type LegNews, type SlipLeg } from './SlipLeg.ts'

/** How often prices are asked for while somebody looks, in ms. Pushes come in between. */
const everyMs = 4_000

/** What the store needs of the page: whether anybody looks at it. */
export type SlipPage = Pick<Document, 'hidden' | 'addEventListener' | 'removeEventListener'>

/** Keeps the prices of a slip fresh: asked every few seconds, after reconnects, and heard from what is pushed. */
export class SlipQuotes {
  /** The newest state heard of a match: older ones that come later are left out. */
  private readonly versions = new Map<string, number>()
  /** Legs that were pushed a price since the last question: its answer may be older than that. */
  private heard = new Set<string>()
  private isAsking = false

  constructor(
    private readonly root: RootStore,
    private readonly legs: () => readonly SlipLeg[],
    private readonly onNews: (leg: SlipLeg, news: LegNews) => void,
  ) {}

  /** Returns its undoing. */
  start(page: SlipPage): () => void {
    const ask = () => {
      if (!page.hidden) void this.ask()
    }
    const timer = setInterval(ask, everyMs)
    page.addEventListener('visibilitychange', ask)
    const undo = [
      reaction(() => this.root.realtime.reconnects, ask),
      this.root.realtime.onPart((event) => {
        if (event.name === 'feed:matches') for (const match of event.payload.matches) this.hear(match)
      }),
    ]
    ask()
    return () => {
      for (const stop of undo) stop()
      clearInterval(timer)
      page.removeEventListener('visibilitychange', ask)
    }
  }

  /** What every leg costs now. A failure changes nothing: the next question comes soon. */
  async ask(): Promise<void> {
    const legs = this.legs()
    if (legs.length === 0 || this.isAsking) return
    this.isAsking = true
    const heard = (this.heard = new Set())
    try {
      const body = { legs: legs.map(({ pick }) => ({ matchId: pick.matchId, key: pick.key })) }
      const options = { loading: false, ownFailure: true }
      const quotes = await this.root.api.call(sportsCalls.quote, { body }, options)
      for (const { matchId, key, odds, live, homeScore, awayScore, period } of quotes) {
        const leg = this.legs().find(({ id }) => id === legId(matchId, key))
        const score = { home: homeScore, away: awayScore }
        if (leg && !heard.has(leg.id))
          this.onNews(leg, { odds, isLive: live, score, period: period as PeriodCode })
      }
    } catch (error) {
      ignoreCallError(error)
    } finally {
      this.isAsking = false
    }
  }

  private hear(match: MatchWire): void {
    const known = this.versions.get(match.matchId)
    if (known !== undefined && match.version < known) return
    const legs = this.legs().filter(({ pick }) => pick.matchId === match.matchId)
    if (legs.length === 0) return
    this.versions.set(match.matchId, match.version)
    for (const leg of legs) {
      const odds = pricedIn(match, leg.pick.key)
      // A list carries the main markets only: what is not in it is not closed for that.
      if (odds === undefined) continue
      this.heard.add(leg.id)
      const score = { home: match.homeScore, away: match.awayScore }
      this.onNews(leg, { odds, isLive: match.live, score, period: match.period as PeriodCode })
    }
  }
}

/** The price of an option in a match that was pushed; null while closed, undefined when it says nothing of it. */
function pricedIn(match: MatchWire, key: string): number | null | undefined {
  if (match.suspended) return null
  for (const { suspended, options } of match.markets) {
    const option = options.find((each) => each.key === key)
    if (option) return suspended ? null : option.odds
  }
  return undefined
}
